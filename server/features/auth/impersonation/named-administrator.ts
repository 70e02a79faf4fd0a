import type { Config } from '../../../platform/config.ts';

/** Does `SLIPWAY_ADMIN_EMAILS` name this address? That alone doesn't make an administrator. */
export function isNamedAdministrator({ adminEmails }: Pick<Config, 'adminEmails'>, user: { email: string }): boolean {
  return adminEmails.includes(user.email.toLowerCase());
}
