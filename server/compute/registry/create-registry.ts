import { say } from '../../platform/say.ts';
import { buildOnce } from '../build-once.ts';
import type { Engine, TransferOptions } from '../engine.ts';
import { isEngineError } from '../engine-error.ts';
import { type ConfiguredRegistry, configuredPlace } from './configured-place.ts';
import { registryContents } from './contents.ts';
import { type OwnRegistry, ownPlace } from './own-place.ts';
import type { CarryOptions, PushLock, Registry } from './registry.ts';
import { deleteTag, listTags, readDigest, readLayers } from './registry-api.ts';
import { RegistryError } from './registry-error.ts';
import { imageOf, tagOf } from './tags.ts';

const MB = 2 ** 20;

export interface RegistryConfig extends OwnRegistry {
  /** null: our own, in a container of this machine. */
  configured: ConfiguredRegistry | null;
  lock: PushLock;
}

/**
 * The registry of an installation; contacts and starts nothing until a method is called. Rules:
 * server/compute/README.md, "Registry".
 */
export function createRegistry({ configured, lock, ...own }: RegistryConfig): Registry {
  // Installations may share a registry, so each deletes only in its own repository.
  const repository = async () => `images-${(await own.installation()).id}`;
  const place = configured ? configuredPlace(configured, repository) : ownPlace(own, repository);

  /** Runs `transfer` with the image's name in the registry, which the engine forgets afterwards. */
  const travel = async (image: string, engine: Engine, transfer: (name: string, login: Login) => Promise<void>) => {
    const { repository: folder, login } = await place.open();
    await place.reach(engine, async (host) => {
      const name = `${host}/${folder}:${tagOf(image)}`;
      try {
        await transfer(name, { login });
      } catch (error) {
        throw explain(error);
      } finally {
        await engine.removeImage(name).catch(() => undefined);
      }
    });
  };
  const send = async (image: string, from: Engine, { onOutput }: CarryOptions = {}) => {
    await lock.together(image, () =>
      travel(image, from, async (name, login) => {
        await from.tagImage(image, name);
        await from.pushImage(name, {
          ...login,
          expected: { totalBytes: await from.imageSize(image) },
          onPercent: (percent) => onOutput?.(say('images.copyingToRegistryPercent', { percent })),
        });
      }),
    );
  };
  /** Two at once would take each other's name for it away. */
  const sending = new Map<string, Promise<void>>();
  const push = (image: string, from: Engine, options?: CarryOptions) => {
    const key = `${from.id} ${image}`;
    const sent = sending.get(key) ?? send(image, from, options).finally(() => sending.delete(key));
    sending.set(key, sent);
    return sent;
  };
  const pull = async (image: string, to: Engine, { onOutput }: CarryOptions = {}) => {
    const layerBytes = await readLayers(await place.open(), tagOf(image));
    if (!layerBytes) return false;
    await travel(image, to, async (name, login) => {
      await to.pullImage(name, {
        ...login,
        expected: { layerBytes },
        onPercent: (percent) => onOutput?.(say('images.copyingToHostPercent', { percent })),
      });
      await to.tagImage(name, image);
    });
    return true;
  };
  const holds = async (image: string) => (await readDigest(await place.open(), tagOf(image))) !== null;

  return {
    isConfigured: place.isConfigured,
    open: async () => void (await place.open()),
    push,
    pull,
    holds,
    carry(image, { from, to }, { onOutput = () => undefined } = {}) {
      return buildOnce(to, image, onOutput, async (tell) => {
        tell(say('images.copyingToHost', { megabytes: Math.round((await from.imageSize(image)) / MB) }));
        if (!(await holds(image))) await push(image, from, { onOutput: tell });
        if (!(await pull(image, to, { onOutput: tell })))
          throw new RegistryError('other', `the registry has lost ${image}`);
      });
    },
    remove: async (image) => deleteTag(await place.open(), tagOf(image)),
    async list() {
      const tags = await listTags(await place.open());
      return tags.map(imageOf).filter((image) => image !== null);
    },
    free: () => lock.alone(() => place.free()),
    contents: registryContents(place),
  };
}

type Login = Pick<TransferOptions, 'login'>;

/** An engine's failure to reach the registry is the registry's, unless the engine itself is away or full. */
function explain(error: unknown): unknown {
  if (!isEngineError(error, 'other')) return error;
  return new RegistryError('other', `an image could not travel: ${error.message}`, { cause: error });
}
