import { isEngineError } from '../../compute/engine-error.ts';
import { OVER_IMAGE } from '../../compute/over-image.ts';
import type { Dependencies } from '../context.ts';
import { INSTALLATION_LABEL, readInstallationId } from '../instances/index.ts';

/**
 * Removes this installation's images over those of projects that no container is made of. The next workspace of the same
 * project builds its image again, in seconds.
 */
export async function sweepOverImages(dependencies: Pick<Dependencies, 'db' | 'engines' | 'log'>): Promise<void> {
  const { engines, log } = dependencies;
  const labels = { ...OVER_IMAGE, [INSTALLATION_LABEL]: await readInstallationId(dependencies) };
  for (const engine of engines.list()) {
    try {
      for (const { tags } of await engine.listImages(labels)) {
        // What was committed from such a container carries its labels: a snapshot has another name.
        for (const tag of tags.filter((each) => each.startsWith('slipway/over:'))) await removeUnused(engine, tag);
      }
    } catch (error) {
      if (!isEngineError(error)) throw error;
      log.warn({ err: error, engineId: engine.id }, 'images over those of projects were not swept');
    }
  }
}

async function removeUnused(engine: ReturnType<Dependencies['engines']['get']>, tag: string): Promise<void> {
  await engine.removeImage(tag).catch((error: unknown) => {
    if (!isEngineError(error, 'conflict')) throw error;
  });
}
