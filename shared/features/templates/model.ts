import type { Role } from '../auth/model.ts';

/** Most templates of one organization. */
export const TEMPLATES_MAX = 100;
/** Most names of secrets in one template. */
export const TEMPLATE_SECRETS_MAX = 50;

/** Who can be made to use a template. The owner can't: they set the rule. */
export const BOUND_ROLES = ['admin', 'lead'] as const satisfies readonly Role[];
export type BoundRole = (typeof BOUND_ROLES)[number];

/** What a template asks for that isn't there anymore. */
export const TEMPLATE_PROBLEMS = ['language', 'database', 'server'] as const;
export type TemplateProblem = (typeof TEMPLATE_PROBLEMS)[number];
