import { z } from 'zod';

export const ROLES = ['owner', 'admin', 'lead', 'user'] as const;
export const roleSchema = z.enum(ROLES);
export type Role = z.infer<typeof roleSchema>;

/** Owner and admins: they manage everything of the organization. */
export const MANAGER_ROLES = ['owner', 'admin'] as const satisfies readonly Role[];
/** Those who may add workspaces: everyone except the role user. */
export const LEAD_ROLES = [...MANAGER_ROLES, 'lead'] as const satisfies readonly Role[];
export function isManager({ role }: { role: Role }): boolean {
  return MANAGER_ROLES.some((manager) => manager === role);
}

/** Lower case letters, numbers and dashes only; unique in the whole installation. */
export const USERNAME_PATTERN = /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/;
export const usernameSchema = z
  .string()
  .trim()
  .min(3, 'validation.username.short')
  .max(30, 'validation.username.long')
  .regex(USERNAME_PATTERN, 'validation.username.characters');

export const emailSchema = z.string().trim().toLowerCase().max(120).pipe(z.email('validation.email'));

export const PASSWORD_MIN_LENGTH = 10;

/**
 * The parts of the password rule that need no dictionary; each is a catalogue key. Rules:
 * server/features/auth/README.md, "Passwords".
 */
export function passwordProblems(password: string): string[] {
  const problems: string[] = [];
  if (password.length < PASSWORD_MIN_LENGTH) problems.push('validation.password.short');
  if (!/\p{Lu}/u.test(password)) problems.push('validation.password.upper');
  if (!/\p{Ll}/u.test(password)) problems.push('validation.password.lower');
  if (!/\p{Nd}/u.test(password)) problems.push('validation.password.digit');
  if (!/[^\p{L}\p{Nd}\s]/u.test(password)) problems.push('validation.password.symbol');
  return problems;
}

export const passwordSchema = z
  .string('validation.password.missing')
  .min(1, 'validation.password.missing')
  .max(200, 'validation.password.long')
  .superRefine((password, context) => {
    const [first] = password ? passwordProblems(password) : [];
    if (first) context.addIssue({ code: 'custom', message: first });
  });
