import { z } from 'zod';

/** How to reach one workspace. Validated strictly, because all of it is written into ssh's configuration. */
export const sshTargetSchema = z.object({
  workspaceId: z.string(),
  name: z.string(),
  slug: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
  host: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9.:-]*$/),
  port: z.number().int().min(1).max(65_535),
  user: z.string().regex(/^[a-z0-9][a-z0-9_-]*$/),
  /** `ssh-ed25519 AAAA…`; empty as long as the server doesn't send any. */
  hostKeys: z.array(z.string().regex(/^[a-z0-9@.-]+ [A-Za-z0-9+/]+={0,2}$/)),
  /** Private key files to offer, best first; if empty, the person's own configuration applies. */
  keyFiles: z.array(z.string()),
  /** Run before each connection, to renew the certificate of a key; already with `%` doubled. */
  renewCommand: z
    .string()
    .regex(/^[^"\n]+$/)
    .nullish(),
});
export type SshTarget = z.infer<typeof sshTargetSchema>;

/** The name to type: `ssh slipway-<slug>`. */
export const hostAlias = ({ slug }: Pick<SshTarget, 'slug'>) => `slipway-${slug}`;

/** The place's name in known_hosts. */
export const hostMarker = ({ host, port }: Pick<SshTarget, 'host' | 'port'>) =>
  port === 22 ? host : `[${host}]:${port}`;
