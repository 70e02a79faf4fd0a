import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../platform/say.ts';
import { ensureBaseOs } from './base-os.ts';
import { withBuildContext } from './build-context.ts';
import { buildOnce } from './build-once.ts';
import type { BuildSettings } from './build-settings.ts';
import type { Engine } from './engine.ts';
import { EngineError, isEngineError } from './engine-error.ts';
import { hash, hashFiles } from './hash-files.ts';
import { ImageUnavailable } from './image-unavailable.ts';

const PULL_TIMEOUT_MS = 10 * 60_000;
const AGENT_FOLDER = '/usr/local/lib/slipway';

/** Where a service's image comes from. An official image is tried first; closed networks build it. */
export interface ServiceSource {
  /** As people know it: `PostgreSQL`. */
  name: string;
  official: {
    reference: string;
    /** Replaces the image's own command. */
    command?: string[] | undefined;
    environment?: Record<string, string> | undefined;
  } | null;
  /** Path of the item's script; see resources/catalogue/README.md. */
  script: string | null;
}

interface Build {
  folder: string;
  settings: () => Promise<BuildSettings>;
  onOutput: (line: string) => void;
}

/**
 * The image of a service, with the agent in it: the official image if a registry answers, otherwise built from Debian's
 * or npm's packages; found again by a hash of what it is made of.
 * @throws ImageUnavailable if it can neither be pulled nor built; EngineError
 */
export async function ensureServiceImage(engine: Engine, source: ServiceSource, build: Build): Promise<string> {
  const base = `slipway/service-base:${await hashFiles(build.folder, ['base/apt.conf', 'agent/agent.c', 'service'])}`;
  const official = source.official && officialTag(base, source.official);
  const script = source.script ? await readFile(source.script, 'utf8') : null;
  const built = script === null ? null : `slipway/service:${hash([base, script])}`;
  for (const tag of [official, built]) if (tag && (await engine.imageExists(tag))) return tag;

  const ensureBase = () => buildOnce(engine, base, build.onOutput, (tell) => buildBase(engine, base, build, tell));
  if (source.official && official && (await isThere(engine, source.official.reference, built, build.onOutput))) {
    const { official: image } = source;
    await buildOnce(engine, official, build.onOutput, async (tell) => {
      await ensureBase();
      await buildOfficial(engine, { tag: official, base, image }, build, tell);
    });
    return official;
  }
  if (built === null || script === null) throw new ImageUnavailable(source.name, source.official?.reference ?? '');
  await buildOnce(engine, built, build.onOutput, async (tell) => {
    await ensureBase();
    tell(say('images.buildingSource', { name: source.name }));
    await withBuildContext(build.folder, await build.settings(), async (contextFolder, buildArgs) => {
      await writeFile(join(contextFolder, 'item.sh'), script);
      await engine.buildImage({
        contextFolder,
        dockerfile: 'service/item.Dockerfile',
        tag: built,
        buildArgs: { ...buildArgs, BASE: base },
        labels: { 'slipway.image': 'service' },
        onOutput: tell,
      });
    });
  });
  return built;
}

function officialTag(base: string, { reference, command, environment }: NonNullable<ServiceSource['official']>) {
  return `slipway/service:${hash([base, reference, JSON.stringify([command, environment])])}`;
}

/** Pulls it if it is missing. Any failure becomes one line that also says what happens instead. */
async function isThere(
  engine: Engine,
  reference: string,
  built: string | null,
  onOutput: (line: string) => void,
): Promise<boolean> {
  if (await engine.imageExists(reference)) return true;
  try {
    onOutput(say('images.pulling', { image: reference }));
    await engine.pullImage(reference, { timeoutMs: PULL_TIMEOUT_MS, onOutput });
    return true;
  } catch (error) {
    if (!isEngineError(error) || error.kind === 'unreachable' || error.kind === 'out-of-disk') throw error;
    onOutput(built ? say('images.builtFromPackages', { reference }) : say('images.notPullable', { reference }));
    return false;
  }
}

async function buildBase(engine: Engine, tag: string, build: Build, onOutput: (line: string) => void): Promise<void> {
  const baseOs = await ensureBaseOs(engine, 'bookworm', onOutput);
  await withBuildContext(build.folder, await build.settings(), async (contextFolder, buildArgs) => {
    await engine.buildImage({
      contextFolder,
      dockerfile: 'service/base.Dockerfile',
      tag,
      buildArgs: { ...buildArgs, BASE_OS: baseOs },
      labels: { 'slipway.image': 'service-base' },
      onOutput,
    });
  });
}

/** `with-agent` runs the image's own entrypoint and command. */
async function buildOfficial(
  engine: Engine,
  { tag, base, image }: { tag: string; base: string; image: NonNullable<ServiceSource['official']> },
  build: Build,
  onOutput: (line: string) => void,
): Promise<void> {
  const own = await engine.imageCommand(image.reference);
  const entrypoint = [`${AGENT_FOLDER}/with-agent`, ...own.entrypoint];
  const command = image.command ?? own.command;
  if (entrypoint.length + command.length === 1) {
    throw new EngineError('other', `${image.reference} says nothing about what it runs`);
  }
  const lines = [
    `FROM ${base} AS base`,
    `FROM ${image.reference}`,
    `COPY --from=base ${AGENT_FOLDER}/with-agent ${AGENT_FOLDER}/slipway-agent ${AGENT_FOLDER}/`,
    ...Object.entries(image.environment ?? {}).map(([name, value]) => `ENV ${name}=${JSON.stringify(value)}`),
    `ENTRYPOINT ${JSON.stringify(entrypoint)}`,
    `CMD ${JSON.stringify(command)}`,
  ];
  await withBuildContext(build.folder, await build.settings(), async (contextFolder) => {
    await writeFile(join(contextFolder, 'official.Dockerfile'), `${lines.join('\n')}\n`);
    await engine.buildImage({
      contextFolder,
      dockerfile: 'official.Dockerfile',
      tag,
      labels: { 'slipway.image': 'service' },
      onOutput,
    });
  });
}
