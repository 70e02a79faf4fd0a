import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { readInstallationId } from './installation.ts';
import type { Instance, Kind } from './kind.ts';
import { LaunchError } from './launch-error.ts';
import { containerName, INSTALLATION_LABEL } from './names.ts';
import type { Work } from './runner.ts';

/** On the images of backups, with the instance's id. */
export const BACKUP_LABEL = 'slipway.backup';

/** On every image that may get the name of a backup, so that those nobody needs any more are found. */
export async function backupLabels(
  dependencies: Pick<Dependencies, 'db'>,
  { id }: Pick<Instance, 'id'>,
): Promise<Record<string, string>> {
  return { [INSTALLATION_LABEL]: await readInstallationId(dependencies), [BACKUP_LABEL]: id };
}

/** The image that keeps its files as they were when it was stopped: pruning the engine takes stopped containers. */
export function backupImage(id: string, revision: number): string {
  return `slipway/backup:${id}-${revision}`;
}

/** The instance and revision of a backup's image; null for any other image. */
export function backupOf(tag: string): { id: string; revision: number } | null {
  const [, id, revision] = /^slipway\/backup:([\da-f-]{36})-(\d+)$/.exec(tag) ?? [];
  return id ? { id, revision: Number(revision) } : null;
}

/** Its last backup, if its engine or the registry still has it; it is on the engine then. @throws RegistryError */
export async function findBackup(
  { registry }: Pick<Dependencies, 'registry'>,
  engine: Engine,
  { id, backupRevision }: Pick<Instance, 'id' | 'backupRevision'>,
  onOutput?: (line: string) => void,
): Promise<string | null> {
  if (backupRevision === null) return null;
  const image = backupImage(id, backupRevision);
  return (await engine.imageExists(image)) || (await registry.pull(image, engine, { onOutput })) ? image : null;
}

/**
 * The image to create a lost container from again; null if the container is there. Tells the person as of when.
 * @throws LaunchError if there is no backup either
 */
export async function backupOfLost<R extends Instance>(
  dependencies: Pick<Dependencies, 'registry'>,
  kind: Kind<R>,
  record: R,
  { engine, progress }: Pick<Work, 'engine' | 'progress'>,
): Promise<string | null> {
  try {
    await engine.inspect(containerName(kind.word, record.id));
    return null;
  } catch (error) {
    if (!isEngineError(error, 'not-found')) throw error;
  }
  const image = await findBackup(dependencies, engine, record, progress.output(`${kind.letter}01`));
  if (!image) {
    throw new LaunchError(say('instances.containerGone', { kind: kind.word }));
  }
  const at = record.backedUpAt?.toISOString().slice(0, 16).replace('T', ' ');
  progress.say(`${kind.letter}02`, say('instances.filesAsOf', { time: at }));
  return image;
}
