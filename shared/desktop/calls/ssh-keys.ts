import { z } from 'zod';
import { defineCall } from '../define-call.ts';

export const KEY_TYPES = ['ed25519', 'rsa'] as const;

export const localKeySchema = z.object({
  id: z.string(),
  name: z.string(),
  /** OpenSSH's name: `ssh-ed25519`, `ssh-rsa`, `ecdsa-sha2-nistp256`, … */
  type: z.string(),
  /** One line, as in `id_ed25519.pub`. */
  publicKey: z.string(),
  /** `SHA256:…`, as ssh-keygen prints it. */
  fingerprint: z.string(),
  /** `file`: the private key is in the app's folder. `agent`: it stays in the person's ssh-agent. */
  kept: z.enum(['file', 'agent']),
  hasPassphrase: z.boolean(),
  /** Id of the uploaded public key; null while it exists only here. */
  sshKeyID: z.string().nullable(),
  createDate: z.iso.datetime(),
});
export type LocalKey = z.infer<typeof localKeySchema>;

const name = z.string().trim().min(1).max(60);
const passphrase = z.string().max(1000);
const byId = z.strictObject({ id: z.string().max(64) });

const source = z.discriminatedUnion('from', [
  z.strictObject({ from: z.literal('text'), text: z.string().max(64 * 1024) }),
  /** Asks for a file in the system's dialog; `again` reuses the last one, now with its passphrase. */
  z.strictObject({ from: z.literal('file'), again: z.boolean().default(false) }),
  /** A file name of `ssh-keys.candidates`, in `~/.ssh`. */
  z.strictObject({ from: z.literal('home'), file: z.string().max(255) }),
  z.strictObject({ from: z.literal('agent'), fingerprint: z.string().max(100) }),
]);
export type KeySource = z.infer<typeof source>;

export const sshKeyCalls = {
  'ssh-keys.list': defineCall(z.null(), z.object({ keys: z.array(localKeySchema) })),
  /** Creates a key (RSA has 4096 bits), stores it, and uploads its public key under the name if asked to. */
  'ssh-keys.generate': defineCall(
    z.strictObject({ name, type: z.enum(KEY_TYPES), passphrase: passphrase.optional(), upload: z.boolean() }),
    localKeySchema,
  ),
  'ssh-keys.candidates': defineCall(
    z.null(),
    z.object({
      home: z.array(z.object({ file: z.string() })),
      agent: z.array(z.object({ fingerprint: z.string(), type: z.string(), comment: z.string() })),
    }),
  ),
  'ssh-keys.import': defineCall(
    z.strictObject({ name, source, passphrase: passphrase.optional(), upload: z.boolean() }),
    localKeySchema,
  ),
  /** Uploads the public key of a key that exists only here, under its name. */
  'ssh-keys.upload': defineCall(byId, localKeySchema),
  /** Copies the private key to a file the person chooses in the system's dialog. */
  'ssh-keys.export': defineCall(byId, z.object({ saved: z.boolean() })),
  /** Removes the key from this computer; the uploaded public key stays. */
  'ssh-keys.remove': defineCall(byId, z.null()),
};
