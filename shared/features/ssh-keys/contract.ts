import { z } from 'zod';
import { idParam, instant, successSchema } from '../../api/envelope.ts';
import { defineRoute } from '../../api/route.ts';
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

export const listSshKeys = defineRoute({
  method: 'get',
  path: '/ssh-keys',
  summary: 'The user’s SSH keys; owner and admin may ask for a member’s',
  access: 'session',
  query: z.strictObject({ user_id: idParam.optional() }),
  response: z.object({ sshKeys: z.array(sshKeySchema) }),
});

export const getSshKey = defineRoute({
  method: 'get',
  path: '/ssh-keys/{sshKeyID}',
  summary: 'One SSH key',
  access: 'session',
  params,
  response: sshKeySchema,
});

export const addSshKeyBody = z.strictObject({
  name: keyName,
  public_key: z.string().trim().min(1, 'validation.required').max(20_000),
});

export const addSshKey = defineRoute({
  method: 'post',
  path: '/ssh-keys/add',
  summary: 'Add a public key',
  access: 'session',
  onBehalf: 'token',
  duringSetup: 3,
  body: addSshKeyBody,
  response: successSchema.extend({ sshKeyID: z.string() }),
});

export const updateSshKey = defineRoute({
  method: 'post',
  path: '/ssh-keys/{sshKeyID}/update',
  summary: 'Rename a key',
  access: 'session',
  onBehalf: 'anyone',
  duringSetup: 1,
  params,
  body: z.strictObject({ name: keyName }),
  response: successSchema,
});

export const deleteSshKey = defineRoute({
  method: 'post',
  path: '/ssh-keys/{sshKeyID}/delete',
  summary: 'Delete a key',
  access: 'session',
  onBehalf: 'anyone',
  duringSetup: 1,
  whileReadOnly: true,
  params,
  response: successSchema,
});
