import type { ContainerSpec } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { newToken } from '../../platform/ids.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { abortable } from './abortable.ts';
import { readInstallationId } from './installation.ts';
import type { Instance, Kind } from './kind.ts';
import { containerName, INSTALLATION_LABEL, networkName, ORGANIZATION_LABEL } from './names.ts';
import { ensureNetwork, forgetNetworks, NO_NETWORK } from './networks.ts';
import type { Work } from './runner.ts';

export interface Making {
  /** Brings its image to the engine. @returns the image's name */
  ensureImage(): Promise<string>;
  /** What only its kind knows about the container. */
  spec: Pick<ContainerSpec, 'diskGb' | 'env' | 'gpu' | 'machine'>;
  /** It is on no network until `prepareToJoin` and `joinNetwork`. */
  apart?: boolean;
}

/**
 * Creates the container of a first launch, with its image and its organization's network; succeeds if it exists from an
 * interrupted launch. @returns its image
 */
export async function ensureContainer(
  dependencies: Pick<Dependencies, 'db'>,
  kind: Pick<Kind, 'word' | 'letter' | 'label'>,
  record: Pick<Instance, 'id' | 'slug' | 'organizationId' | 'cpuCores' | 'memoryMb'>,
  { engine, progress, signal }: Work,
  { ensureImage, spec, apart = false }: Making,
): Promise<{ image: string }> {
  const { id, slug, organizationId, cpuCores, memoryMb } = record;
  const installationId = await readInstallationId(dependencies);
  const prepare = async () => {
    const [image] = await Promise.all([
      abortable(signal, ensureImage()),
      apart ? undefined : ensureNetwork(engine, organizationId, installationId),
    ]);
    return image;
  };
  const create = async (image: string) => {
    const made = engine.createContainer({
      ...spec,
      name: containerName(kind.word, id),
      image,
      hostname: slug,
      aliases: apart ? [] : [slug],
      network: apart ? NO_NETWORK : networkName(organizationId),
      cpuCores,
      memoryMb,
      labels: { [INSTALLATION_LABEL]: installationId, [kind.label]: id, [ORGANIZATION_LABEL]: organizationId },
      env: { ...spec.env, SLIPWAY_AGENT_TOKEN: newToken() },
    });
    await made.catch((error) => {
      if (!isEngineError(error, 'conflict')) throw error;
    });
  };
  let image = await prepare();
  progress.say(`${kind.letter}01`, say('instances.imageReady'));
  progress.say(`${kind.letter}02`, say('instances.networkReady'));
  try {
    await create(image);
  } catch (error) {
    if (!isEngineError(error, 'not-found')) throw error;
    // Image or network disappeared since they were last seen.
    forgetNetworks(engine);
    image = await prepare();
    await create(image);
  }
  progress.say(`${kind.letter}03`, say('instances.containerThere'));
  return { image };
}
