import type { Config } from '../../platform/config.ts';
import { AppError } from '../../platform/errors.ts';
import { hostOf } from './clone-error.ts';
import { hasOwnImage, readDevcontainer } from './devcontainer.ts';
import { MAX_DEVCONTAINER_BYTES } from './devcontainer-json.ts';
import { devcontainerPlaces, PROJECT_FOLDER } from './find-devcontainer.ts';
import { findReachable } from './git-url.ts';
import { type RemoteRef, type RemoteRepository, withRemoteRepository } from './remote-repository.ts';

export interface NewestCommit extends RemoteRef {
  /** Its devcontainer.json wants an image of the project's own. */
  hasOwnImage: boolean;
}

/**
 * What a repository has under a name now, asked from this machine; null where that isn't possible, although a workspace
 * may reach it.
 */
export async function findNewestCommit(
  { config }: { config: Pick<Config, 'egressAllow'> },
  { url, ref, deployKey }: { url: string; ref: string | null; deployKey: string | null },
): Promise<NewestCommit | null> {
  try {
    const host = hostOf(url).host.replace(/^\[|\]$/g, '');
    const addresses = await findReachable(host, { allow: config.egressAllow });
    const remote = { url, ref, deployKey, addresses, credentials: null };
    return await withRemoteRepository(remote, async (repository) => ({
      ...repository.ref,
      hasOwnImage: await namesImage(repository),
    }));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return null;
  }
}

async function namesImage({ files, read }: RemoteRepository): Promise<boolean> {
  const [file, ...others] = devcontainerPlaces(files);
  if (file === undefined || others.length > 0) return false;
  const text = (await read([file], MAX_DEVCONTAINER_BYTES + 1)).get(file);
  return text !== undefined && hasOwnImage(readDevcontainer(text, { folder: PROJECT_FOLDER, id: '', file }));
}
