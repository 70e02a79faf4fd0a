import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface LocalRepository {
  /** Its `origin`, without user name and password. */
  address: string;
  /** Were there any? */
  hadCredentials: boolean;
  /** The branch one stands on, if it isn't the one that a clone starts with; null if it is, or isn't known. */
  branch: string | null;
}

/** The repository of a folder; null if it has none, or no `origin`. */
export async function localRepository(folder: string): Promise<LocalRepository | null> {
  const git = (...args: string[]) =>
    run('git', ['-C', folder, ...args]).then(
      ({ stdout }) => stdout.trim(),
      () => null,
    );
  const origin = await git('remote', 'get-url', 'origin');
  if (!origin) return null;
  const branch = await git('branch', '--show-current');
  const first = (await git('symbolic-ref', '--short', 'refs/remotes/origin/HEAD'))?.replace(/^origin\//, '');
  const address = withoutCredentials(origin);
  return { address, hadCredentials: address !== origin, branch: branch && first && branch !== first ? branch : null };
}

/** A password in an `https` address is the person's own: it isn't given to a server unasked. */
export function withoutCredentials(address: string): string {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return address;
  const url = new URL(address);
  if (!url.username && !url.password) return address;
  url.username = '';
  url.password = '';
  return url.href;
}

/** `tide-tables` of `git@example.com:harbour/tide-tables.git`. */
export function repositoryName(address: string): string {
  return /([^/:]+?)(?:\.git)?\/*$/.exec(address.trim())?.[1]?.slice(0, 40) ?? '';
}
