import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { AllowedKey } from '#server/gateway/directory.ts';
import { publicHostKeys } from '#server/gateway/ssh/host-keys.ts';
import { newId } from '#server/platform/ids.ts';
import { run } from './run.ts';

export interface Identity {
  file: string;
  key: AllowedKey;
}

/** A person's side: a folder with keys and known hosts for the real OpenSSH programs. */
export interface SshClient {
  folder: string;
  /** Options for ssh, scp, sftp and `GIT_SSH_COMMAND` alike. */
  options(identity: Identity): string[];
  makeKey(type?: 'ed25519' | 'rsa' | 'ecdsa', userId?: string): Promise<Identity>;
  remove(): Promise<void>;
}

export async function createSshClient(port: number, hostKeys: string[]): Promise<SshClient> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-ssh-'));
  const knownHosts = path.join(folder, 'known_hosts');
  await writeFile(
    knownHosts,
    publicHostKeys(hostKeys)
      .map((key) => `[127.0.0.1]:${port} ${key}\n`)
      .join(''),
  );
  return {
    folder,
    options: ({ file }) => [
      ...['-F', 'none', '-i', file],
      ...['StrictHostKeyChecking=yes', `UserKnownHostsFile=${knownHosts}`, 'BatchMode=yes', 'IdentitiesOnly=yes']
        .concat(['LogLevel=ERROR', 'ControlMaster=no', 'IdentityAgent=none'])
        .flatMap((option) => ['-o', option]),
    ],
    async makeKey(type = 'ed25519', userId = newId()) {
      const file = path.join(folder, newId());
      const made = await run('ssh-keygen', ['-q', '-t', type, '-N', '', '-f', file]);
      if (made.code !== 0) throw new Error(made.stderr);
      const publicKey = (await run('cat', [`${file}.pub`])).stdout.toString().trim();
      const listed = (await run('ssh-keygen', ['-l', '-f', `${file}.pub`])).stdout.toString();
      return { file, key: { userId, publicKey, fingerprint: listed.split(' ')[1] ?? '' } };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
