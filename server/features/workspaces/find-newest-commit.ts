import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { hostOf } from './clone-error.ts';
import { findReachable } from './git-url.ts';
import { type RemoteRef, withRemoteRepository } from './remote-repository.ts';

/**
 * What a repository has under a name now, asked from this machine; null where that isn't possible, although a workspace
 * may reach it.
 */
export async function findNewestCommit(
  { config }: { config: Pick<Config, 'egressAllow'> },
  { url, ref, deployKey }: { url: string; ref: string | null; deployKey: string | null },
): Promise<RemoteRef | null> {
  try {
    const host = hostOf(url).host.replace(/^\[|\]$/g, '');
    const addresses = await findReachable(host, { allow: config.egressAllow });
    const remote = { url, ref, deployKey, addresses, credentials: null };
    return await withRemoteRepository(remote, async (repository) => repository.ref);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}
