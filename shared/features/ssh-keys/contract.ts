import { z } from 'zod';
import { idParam, instant, successSchema } from '../../api/envelope.ts';
import { defineChange, defineRead } from '../../api/route.ts';
import { nameText } from '../../api/text.ts';

export const sshKeySchema = z.object({
  id: z.string(),
  sshKeyID: z.string(),
  name: z.string(),
  public_key: z.string(),
  /** `SHA256:…`, as ssh-keygen prints it. */
  fingerprint: z.string(),
  create_date: instant,
});
export type SshKey = z.infer<typeof sshKeySchema>;

const params = z.object({ sshKeyID: idParam });
const keyName = nameText(60);

export const listSshKeys = defineRead('/ssh-keys', 'The user’s SSH keys; owner and admin may ask for a member’s', {
  scope: 'read',
  reach: 'none',
  query: z.strictObject({ user_id: idParam.optional() }),
  response: z.object({ sshKeys: z.array(sshKeySchema) }),
});

export const getSshKey = defineRead('/ssh-keys/{sshKeyID}', 'One SSH key', {
  scope: 'read',
  reach: 'none',
  params,
  response: sshKeySchema,
});

export const listKeyWorkspaces = defineRead(
  '/ssh-keys/{sshKeyID}/workspaces',
  'Which workspaces use one of your keys',
  {
    scope: 'everything',
    params,
    response: z.object({
      workspaces: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          /** In the organization of this session. */
          here: z.boolean(),
        }),
      ),
    }),
  },
);

export const addSshKeyBody = z.strictObject({
  name: keyName,
  public_key: z.string().trim().min(1, 'validation.required').max(20_000),
});

export const addSshKey = defineChange('/ssh-keys/add', 'Add a public key', {
  scope: 'everything',
  onBehalf: 'token',
  duringSetup: 3,
  body: addSshKeyBody,
  response: successSchema.extend({ sshKeyID: z.string() }),
});

export const updateSshKey = defineChange('/ssh-keys/{sshKeyID}/update', 'Rename a key', {
  scope: 'everything',
  onBehalf: 'anyone',
  duringSetup: 1,
  params,
  body: z.strictObject({ name: keyName }),
  response: successSchema,
});

export const deleteSshKey = defineChange('/ssh-keys/{sshKeyID}/delete', 'Delete a key', {
  scope: 'everything',
  onBehalf: 'anyone',
  duringSetup: 1,
  whileReadOnly: true,
  params,
  response: successSchema,
});

/** How long a certificate works: a program asks again rather than for long. */
const MOST_MINUTES = 60;
const USUAL_MINUTES = 15;

export const issueSshCertificate = defineChange(
  '/ssh-certificates/add',
  'A short-lived SSH certificate of a key, which opens what the session or token may use',
  {
    scope: 'use',
    reach: 'none',
    onBehalf: 'token',
    whileReadOnly: true,
    body: z.strictObject({
      public_key: addSshKeyBody.shape.public_key,
      minutes: z.number().int().min(1).max(MOST_MINUTES).default(USUAL_MINUTES),
    }),
    response: successSchema.extend({
      /** `ssh-ed25519-cert-v01@openssh.com AAAA…`, for a file beside the private key whose name ends in `-cert.pub`. */
      certificate: z.string(),
      end_date: instant,
    }),
  },
);
