import type { Config } from './platform/config.ts';
import { ROLES, type ServerRole, takesPayments } from './platform/roles.ts';

/** What is printed once everything listens: which roles, where they are, and what stands in for what isn't configured. */
export function announcement(config: Config): string[] {
  const { roles, publicUrl, gatewayPort, sshPort } = config;
  const where: Record<ServerRole, string> = {
    api: publicUrl,
    gateway: `workspaces over HTTP on port ${gatewayPort}, over SSH on port ${sshPort}`,
    worker: 'background jobs',
  };
  const ready =
    roles.length === ROLES.length
      ? [`  Slipway is ready:  ${publicUrl}`]
      : [`  Slipway is ready as ${roles.join(', ')}:`, ...roles.map((role) => `    ${role.padEnd(8)} ${where[role]}`)];
  return ['', ...ready, ...standIns(config), '  Stop with Ctrl+C.', ''];
}

function standIns({ roles, stripeKey, smtpUrl, development, publicUrl }: Config): string[] {
  if (!takesPayments(roles)) return [];
  const outbox = development ? `${publicUrl}/dev/outbox` : 'in the database; see them with --outbox <folder>';
  return [
    ...(stripeKey ? [] : ['  Payments are in test mode: no card is ever charged.']),
    ...(smtpUrl ? [] : [`  Mails are kept:    ${outbox}`]),
  ];
}
