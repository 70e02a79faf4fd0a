import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { isOverImage, OVER_IMAGE } from '../../compute/over-image.ts';
import { BUILT_LABEL, PROJECT_IMAGE_LABEL } from '../../compute/project-build.ts';
import { DAY } from '../../platform/clock.ts';
import type { Dependencies } from '../context.ts';
import { INSTALLATION_LABEL, readInstallationId } from '../instances/index.ts';

/** A moved tag of what they are built on is noticed after that long. */
const KEPT_MS = 7 * DAY;

/**
 * Removes this installation's images over those of projects that no container is made of. The next workspace of the same
 * project builds its image again, in seconds.
 */
export async function sweepOverImages(dependencies: Pick<Dependencies, 'db' | 'engines' | 'log'>): Promise<void> {
  const { engines, log } = dependencies;
  const installation = { [INSTALLATION_LABEL]: await readInstallationId(dependencies) };
  const labels = { ...OVER_IMAGE, ...installation };
  for (const engine of engines.list()) {
    try {
      for (const { tags } of await engine.listImages(labels)) {
        // What was committed from such a container carries its labels: a snapshot has another name.
        for (const tag of tags.filter(isOverImage)) await removeUnused(engine, tag);
      }
      await sweepBuilt(engine, installation);
    } catch (error) {
      if (!isEngineError(error)) throw error;
      log.warn({ err: error, engineId: engine.id }, 'images over those of projects were not swept');
    }
  }
}

/** Images that projects had built a while ago. Containers and images made of them keep what they need. */
async function sweepBuilt(engine: Engine, installation: Record<string, string>): Promise<void> {
  for (const { tags } of await engine.listImages({ ...installation, [PROJECT_IMAGE_LABEL]: '' })) {
    for (const tag of tags.filter((each) => each.startsWith('slipway/project:'))) {
      const { labels } = await engine.inspectImage(tag);
      const builtAt = new Date(labels[BUILT_LABEL] ?? 0).getTime();
      if (builtAt < Date.now() - KEPT_MS) await removeUnused(engine, tag);
    }
  }
}

async function removeUnused(engine: Engine, tag: string): Promise<void> {
  await engine.removeImage(tag).catch((error: unknown) => {
    if (!isEngineError(error, 'conflict')) throw error;
  });
}
