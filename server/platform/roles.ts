/** What one process can do. */
export const ROLES = ['api', 'worker', 'gateway'] as const;
export type ServerRole = (typeof ROLES)[number];

/** Roles that run beside each other on one machine need no setting for it. */
export function defaultMetricsPort(roles: readonly ServerRole[]): number {
  if (roles.includes('api')) return 4490;
  return roles.includes('gateway') ? 4491 : 4492;
}

/** Gateways charge nobody: they need no payment keys, and don't get them. */
export function takesPayments(roles: readonly ServerRole[]): boolean {
  return roles.includes('api') || roles.includes('worker');
}
