import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { link, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { writeAtomically } from '../../main/features/settings/atomic-write.ts';
import { ApiError } from '../client/api-error.ts';
import type { Connection } from '../connect.ts';

const run = promisify(execFile);

const PREFIX = 'certified-';
/** Of the 15 minutes that one lasts. Counted from when it came, so that this computer’s clock may be wrong. */
const RENEW_AFTER_MS = 10 * 60_000;
/** The server is older than certificates, or the token may not work in workspaces. */
const NOT_GIVEN = new Set([403, 404]);

/**
 * A key that belongs to this login alone, with a valid certificate beside it, where ssh finds it. Both are made where
 * there are none. @returns the private key's file; null if the server certifies no key for this login
 */
export async function certifiedKey({ client, token }: Connection, folder: string): Promise<string | null> {
  const name = createHash('sha256').update(token).digest('hex').slice(0, 12);
  const file = path.join(folder, `${PREFIX}${name}`);
  const certificate = `${file}-cert.pub`;
  const issued = await stat(certificate).catch(() => null);
  if (issued && Date.now() - issued.mtimeMs < RENEW_AFTER_MS) return file;
  await makeKey(file);
  const { stdout: public_key } = await run('ssh-keygen', ['-y', '-f', file]);
  try {
    const answer = await client.issueSshCertificate({ body: { public_key } });
    await writeAtomically(certificate, `${answer.certificate}\n`, 0o600);
    return file;
  } catch (error) {
    if (error instanceof ApiError && NOT_GIVEN.has(error.status)) return null;
    throw error;
  }
}

/** Without a passphrase: it opens nothing without a certificate, which ends by itself. Of two at once, the first one counts. */
async function makeKey(file: string): Promise<void> {
  if (await stat(file).catch(() => null)) return;
  const made = `${file}-${process.pid}`;
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  // Only its owner may read what ssh-keygen writes.
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', made]);
  await link(made, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await Promise.all([made, `${made}.pub`].map((each) => rm(each)));
}

export async function forgetCertifiedKeys(folder: string): Promise<void> {
  const names = await readdir(folder).catch((): string[] => []);
  await Promise.all(
    names.filter((name) => name.startsWith(PREFIX)).map((name) => rm(path.join(folder, name), { force: true })),
  );
}

/** What ssh runs before it connects, so that an editor's next connection has a valid certificate as well; null if it can't be said. */
export function renewCommand(
  [program = '', script = '']: readonly string[],
  platform = process.platform,
): string | null {
  // ssh knows no quote inside of quotes, and Windows has another shell.
  if (platform === 'win32' || /['"\\\n]/.test(program + script)) return null;
  return `'${program}' '${script}' config certificate`.replaceAll('%', '%%');
}
