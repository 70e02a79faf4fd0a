import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { z } from 'zod';
import { call, type DockerContext, unless } from './docker-call.ts';
import { labelFilter } from './docker-networks.ts';
import { eachLine } from './each-line.ts';
import type { Engine, RegistryLogin, TransferOptions } from './engine.ts';
import { EngineError, isEngineError } from './engine-error.ts';
import { countPercent } from './layer-progress.ts';

const TIMEOUT_MS = 30_000;
const LONG_TIMEOUT_MS = 30 * 60_000;
const LINES_KEPT = 20;
const LOST_LAYER = /layer does not exist/;
/**
 * A commit copies the container's environment into the image: what belongs to one workspace must not travel with it.
 */
const SECRET_VARIABLES = ['SLIPWAY_AGENT_TOKEN', 'SLIPWAY_DATABASE_PASSWORD'];

type ImageCalls = Pick<
  Engine,
  | 'commit'
  | 'imageExists'
  | 'imageSize'
  | 'topLayer'
  | 'imageCommand'
  | 'inspectImage'
  | 'findDigest'
  | 'loadImage'
  | 'removeImage'
  | 'listImages'
  | 'pullImage'
  | 'pushImage'
  | 'tagImage'
  | 'importImage'
  | 'saveImage'
  | 'removeVolume'
  | 'buildImage'
>;

/** Images of an engine: built, pulled, imported, or committed from containers (snapshots). */
export function dockerImages({ docker }: DockerContext): ImageCalls {
  const inspect = (image: string, timeoutMs: number) =>
    call(`image ${image}`, timeoutMs, () => docker.getImage(image).inspect());

  return {
    async commit(ref, image, labels = {}, { timeoutMs = LONG_TIMEOUT_MS, secrets = [] } = {}) {
      const { repo, tag } = splitReference(image);
      const changes = [
        ...[...SECRET_VARIABLES, ...secrets].map((name) => `ENV ${name}=""`),
        ...Object.entries(labels).map(([key, value]) => `LABEL ${JSON.stringify(key)}=${JSON.stringify(value)}`),
      ];
      const committed: { Id: string } = await call(`commit ${ref}`, timeoutMs, (abortSignal) =>
        docker.getContainer(ref).commit({ repo, tag, pause: true, changes: changes.join('\n'), abortSignal }),
      );
      return { imageId: committed.Id, sizeBytes: (await inspect(committed.Id, TIMEOUT_MS)).Size };
    },

    async imageExists(image, { timeoutMs = TIMEOUT_MS } = {}) {
      try {
        await inspect(image, timeoutMs);
        return true;
      } catch (error) {
        if (isEngineError(error, 'not-found')) return false;
        throw error;
      }
    },

    imageSize: async (image, { timeoutMs = TIMEOUT_MS } = {}) => (await inspect(image, timeoutMs)).Size,

    async topLayer(image, { timeoutMs = TIMEOUT_MS } = {}) {
      const digest = (await inspect(image, timeoutMs)).RootFS.Layers?.at(-1);
      if (digest === undefined) throw new EngineError('other', `${image} has no layers`);
      const [last]: { Size: number }[] = await call(`history of ${image}`, timeoutMs, () =>
        docker.getImage(image).history(),
      );
      return { digest, sizeBytes: last?.Size ?? 0 };
    },

    async imageCommand(image, { timeoutMs = TIMEOUT_MS } = {}) {
      const { Entrypoint, Cmd } = (await inspect(image, timeoutMs)).Config;
      return { entrypoint: [Entrypoint ?? []].flat(), command: Cmd ?? [] };
    },

    async inspectImage(image, { timeoutMs = TIMEOUT_MS } = {}) {
      const { Id, Architecture, Os, RootFS, Config } = await inspect(image, timeoutMs);
      return {
        id: Id,
        architecture: Architecture,
        os: Os,
        layers: RootFS.Layers ?? [],
        config: { ...Config },
        entrypoint: [Config.Entrypoint ?? []].flat(),
        command: Config.Cmd ?? [],
        user: Config.User ?? '',
        labels: Config.Labels ?? {},
        volumes: Object.keys(Config.Volumes ?? {}),
        hasTriggers: (Config.OnBuild ?? []).length > 0,
      };
    },

    async findDigest(reference, { timeoutMs = TIMEOUT_MS } = {}) {
      const found = await call(`digest of ${reference}`, timeoutMs, (abortSignal) =>
        docker.getImage(reference).distribution({ abortSignal }),
      );
      return found.Descriptor.digest;
    },

    async loadImage(archive, { timeoutMs = LONG_TIMEOUT_MS } = {}) {
      await call('load an image', timeoutMs, async () => follow('load an image', await docker.loadImage(archive)));
    },

    async removeImage(image, { timeoutMs = 120_000 } = {}) {
      const removal = call(`remove image ${image}`, timeoutMs, (abortSignal) =>
        docker.getImage(image).remove({ abortSignal }),
      );
      await unless(['not-found'], removal);
    },

    async listImages(labels, { timeoutMs = TIMEOUT_MS } = {}) {
      const filters = JSON.stringify({ label: labelFilter(labels) });
      const found = await call('list images', timeoutMs, (abortSignal) => docker.listImages({ filters, abortSignal }));
      return found.map((image) => ({ id: image.Id, tags: image.RepoTags ?? [] }));
    },

    async pullImage(image, { login, timeoutMs = LONG_TIMEOUT_MS, ...options } = {}) {
      await call(`pull ${image}`, timeoutMs, async (abortSignal) =>
        follow(`pull ${image}`, await docker.pull(image, { authconfig: toAuth(image, login), abortSignal }), options),
      );
    },

    async pushImage(image, { login, timeoutMs = LONG_TIMEOUT_MS, ...options } = {}) {
      const { repo, tag } = splitReference(image);
      await call(`push ${image}`, timeoutMs, async (abortSignal) => {
        const pushed = docker.getImage(repo).push({ tag, authconfig: toAuth(image, login), abortSignal });
        await follow(`push ${image}`, await pushed, options);
      });
    },

    async tagImage(image, name, { timeoutMs = TIMEOUT_MS } = {}) {
      await call(`tag ${image}`, timeoutMs, (abortSignal) =>
        docker.getImage(image).tag({ ...splitReference(name), abortSignal }),
      );
    },

    async removeVolume(name, { timeoutMs = 60_000 } = {}) {
      const removal = call(`remove volume ${name}`, timeoutMs, (abortSignal) =>
        docker.getVolume(name).remove({ abortSignal }),
      );
      await unless(['not-found'], removal);
    },

    async importImage(tar, image, { timeoutMs = LONG_TIMEOUT_MS } = {}) {
      await call(`import ${image}`, timeoutMs, async (abortSignal) =>
        follow(`import ${image}`, await docker.importImage(tar, { ...splitReference(image), abortSignal })),
      );
    },

    async saveImage(image, { timeoutMs = LONG_TIMEOUT_MS } = {}) {
      const saved = await call(`save ${image}`, timeoutMs, () => docker.getImage(image).get());
      return saved as Readable;
    },

    async buildImage({ contextFolder, dockerfile, tag, buildArgs, labels, onOutput, timeoutMs = LONG_TIMEOUT_MS }) {
      const build = () =>
        call(`build ${tag}`, timeoutMs, async (abortSignal) => {
          const output = await docker.buildImage(
            { context: contextFolder, src: ['.'] },
            { t: tag, dockerfile, buildargs: buildArgs, labels, rm: true, forcerm: true, abortSignal },
          );
          await follow(`build ${tag}`, output, { onOutput });
        });
      await build().catch((error: Error) => {
        // Engines sometimes lose a layer when two builds end together; the second attempt finds the rest in its cache.
        if (!LOST_LAYER.test(error.message)) throw error;
        return build();
      });
      return { imageId: (await inspect(tag, TIMEOUT_MS)).Id };
    },
  };
}

/** Without a login, send an empty one: engines refuse a push that has none at all. */
function toAuth(image: string, login: RegistryLogin | null | undefined) {
  const serveraddress = image.slice(0, image.indexOf('/'));
  return { username: login?.user ?? '', password: login?.password ?? '', serveraddress };
}

/** Reads the engine's progress to the end; throws an error in it with the last lines before it. */
async function follow(
  what: string,
  output: NodeJS.ReadableStream,
  { onOutput, onPercent, expected = {} }: Pick<TransferOptions, 'onOutput' | 'onPercent' | 'expected'> = {},
): Promise<void> {
  const last: string[] = [];
  const counted = onPercent && countPercent(onPercent, expected);
  let failure: string | undefined;
  const closed = eachLine(output, (json) => {
    const progress = parseProgress(json);
    if (!progress) return;
    const { stream, status, error } = progress;
    failure ??= error;
    counted?.(progress);
    for (const line of (stream ?? status ?? error ?? '').split(/[\r\n]+/)) {
      if (line.trim() === '') continue;
      onOutput?.(line);
      last.push(line);
      if (last.length > LINES_KEPT) last.shift();
    }
  });
  await finished(output);
  await closed;
  if (failure === undefined) return;
  const kind = /no space left on device/i.test([failure, ...last].join('\n')) ? 'out-of-disk' : 'other';
  throw new EngineError(kind, `${what}: ${failure}\n${last.join('\n')}`);
}

const word = z.string().optional().catch(undefined);
const amount = z.number().optional().catch(undefined);
/** A progress line of the engine; values of an unexpected type count as missing. */
const progressLine = z.object({
  id: word,
  status: word,
  stream: word,
  error: word,
  progressDetail: z.object({ current: amount, total: amount }).optional().catch(undefined),
});

/** Null: not a line of the engine's. */
function parseProgress(json: string): z.infer<typeof progressLine> | null {
  try {
    const { success, data } = progressLine.safeParse(JSON.parse(json));
    return success ? data : null;
  } catch {
    return null;
  }
}

/** `registry:5000/name:tag` → repo and tag. A colon before the last slash belongs to the registry. */
function splitReference(image: string): { repo: string; tag: string } {
  const colon = image.lastIndexOf(':');
  if (colon <= image.lastIndexOf('/')) return { repo: image, tag: 'latest' };
  return { repo: image.slice(0, colon), tag: image.slice(colon + 1) };
}
