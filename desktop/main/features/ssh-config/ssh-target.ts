import { z } from 'zod';

/** Where and as whom to reach one workspace. Checked to the letter: all of it is written into ssh's configuration. */
export const sshTargetSchema = z.object({
  workspaceId: z.string(),
  name: z.string(),
  slug: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  host: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.:-]*$/),
  port: z.number().int().min(1).max(65_535),
  user: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/),
  /** `ssh-ed25519 AAAA…`; empty while the server does not tell them. */
  hostKeys: z.array(z.string().regex(/^[a-z0-9@.-]+ [A-Za-z0-9+/]+={0,2}$/)),
  /** Private key files to offer, best first; empty leaves it to the person's own configuration. */
  keyFiles: z.array(z.string()),
});
export type SshTarget = z.infer<typeof sshTargetSchema>;

/** The name to type: `ssh slipway-<slug>`. */
export const hostAlias = ({ slug }: Pick<SshTarget, 'slug'>) => `slipway-${slug}`;

/** How known_hosts calls the place. */
export const hostMarker = ({ host, port }: Pick<SshTarget, 'host' | 'port'>) =>
  port === 22 ? host : `[${host}]:${port}`;
