import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../platform/say.ts';
import { ensureBaseOs } from './base-os.ts';
import { withBuildContext } from './build-context.ts';
import { type BuildTurn, buildOnce, takeBuildTurns } from './build-once.ts';
import { type BuildSettings, detectBuildSettings } from './build-settings.ts';
import type { Engine } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { hash, hashFiles } from './hash-files.ts';
import { ensureMachineImage } from './machine-image.ts';
import type { Registry } from './registry/registry.ts';
import { ensureServiceImage, type ServiceSource } from './service-images.ts';
import { IMAGES_FOLDER, listDatabases, listLanguages, type Software } from './software.ts';
import { SoftwareUnavailable } from './software-unavailable.ts';

/** Ids from resources/images/languages and databases; without a version, the language's first. */
export interface ImageChoice {
  language: string;
  languageVersion?: string | null;
  database: string;
}

/** On the images that workspaces are made from. */
export const WORKSPACE_IMAGE = { 'slipway.image': 'workspace' };

type Listener = (line: string) => void;

export interface ImagesConfig {
  /** Default resources/images. */
  folder?: string;
  /** Settings of the building machine; read only when something has to be built. */
  settings?: () => Promise<BuildSettings>;
  /** Where images are built, and how other engines get them. If left out, each engine builds its own. */
  distribution?: { home: Engine; registry: Registry };
  /** If left out, other processes that share the engine aren't heeded. */
  turn?: BuildTurn;
}

export interface Images {
  listLanguages(): Promise<Software[]>;
  listDatabases(): Promise<Software[]>;
  /** What the image of a choice is called, whether or not it was built. Throws `not-found` as below. */
  nameOf(choice: ImageChoice): Promise<string>;
  /**
   * The image of a language and a database: found by a hash of everything it is made of, or built. Takes minutes the
   * very first time, seconds for each new choice, and one quick call afterwards. Throws `not-found` for a choice that
   * doesn't exist; {@link SoftwareUnavailable} if a host it needs doesn't answer; `other` or `out-of-disk`, with the
   * last lines, if a build fails.
   */
  ensureImage(engine: Engine, choice: ImageChoice, options?: { onOutput?: Listener }): Promise<string>;
  /** The image of a catalogue service, pulled or built. Throws `ImageUnavailable` if neither works. */
  ensureServiceImage(engine: Engine, source: ServiceSource, options?: { onOutput?: Listener }): Promise<string>;
  /** A small image with the agent and a shell, for trying an engine. */
  ensureProbe(engine: Engine, options?: { onOutput?: Listener }): Promise<string>;
}

export function createImages({
  folder = IMAGES_FOLDER,
  settings = detectBuildSettings,
  distribution,
  turn,
}: ImagesConfig = {}): Images {
  if (distribution && turn) takeBuildTurns(distribution.home, turn);
  /** Built on the first engine, and carried from there to other machines. */
  const have = async (engine: Engine, onOutput: Listener, ensure: (builder: Engine) => Promise<string>) => {
    if (!distribution || distribution.home.id === engine.id) return ensure(engine);
    const { home, registry } = distribution;
    const image = await ensure(home);
    await registry.carry(image, { from: home, to: engine }, { onOutput });
    return image;
  };
  const silent = () => undefined;
  return {
    listLanguages: () => listLanguages(folder),
    listDatabases: () => listDatabases(folder),
    nameOf: async (choice) => (await partsOf(choice, folder)).tag,
    ensureImage: (engine, choice, { onOutput = silent } = {}) =>
      have(engine, onOutput, (builder) => ensureImage(builder, choice, { folder, settings, onOutput })),
    ensureServiceImage: (engine, source, { onOutput = silent } = {}) =>
      have(engine, onOutput, (builder) => ensureServiceImage(builder, source, { folder, settings, onOutput })),
    ensureProbe: (engine, { onOutput = silent } = {}) =>
      have(engine, onOutput, (builder) => ensureMachineImage(builder, 'probe', onOutput)),
  };
}

async function ensureImage(
  engine: Engine,
  choice: ImageChoice,
  { folder, settings, onOutput }: Required<Omit<ImagesConfig, 'distribution' | 'turn'>> & { onOutput: Listener },
): Promise<string> {
  const { language, languageVersion, database, baseTag, tag } = await partsOf(choice, folder);
  await buildOnce(engine, tag, onOutput, async (tell) => {
    await buildOnce(engine, baseTag, tell, (tellBase) => buildBase(engine, baseTag, folder, settings, tellBase));
    tell(say('images.building', { language: language.name, languageVersion, database: database.name }));
    await withBuildContext(folder, await settings(), async (contextFolder, buildArgs) => {
      await writeFile(join(contextFolder, 'language.sh'), language.script);
      await writeFile(join(contextFolder, 'database.sh'), database.script);
      const building = engine.buildImage({
        contextFolder,
        dockerfile: 'workspace/Dockerfile',
        tag,
        buildArgs: { ...buildArgs, BASE: baseTag, LANGUAGE_VERSION: languageVersion },
        labels: WORKSPACE_IMAGE,
        onOutput: tell,
      });
      await building.catch((error) => {
        throw explain(error, [language, database]);
      });
    });
  });
  return tag;
}

async function partsOf(choice: ImageChoice, folder: string) {
  const resolved = await resolve(choice, folder);
  const { language, languageVersion, database } = resolved;
  const baseTag = `slipway/base:${await hashFiles(folder, ['base', 'agent', 'runtime'])}`;
  const parts = [baseTag, language.script, languageVersion, database.script, await hashFiles(folder, ['workspace'])];
  return { ...resolved, baseTag, tag: `slipway/workspace:${hash(parts)}` };
}

/** A failed build whose script couldn't reach a host (see workspace/check-needs) is reported as that. */
function explain(error: Error, parts: Software[]): Error {
  for (const { name, needs } of parts) {
    const host = needs.find((each) => error.message.split('\n').includes(`unreachable: ${each}`));
    if (host) return new SoftwareUnavailable(name, host, { cause: error });
  }
  return error;
}

async function buildBase(
  engine: Engine,
  tag: string,
  folder: string,
  settings: () => Promise<BuildSettings>,
  onOutput: Listener,
): Promise<void> {
  const baseOs = await ensureBaseOs(engine, onOutput);
  await withBuildContext(folder, await settings(), async (contextFolder, buildArgs) => {
    await engine.buildImage({
      contextFolder,
      dockerfile: 'base/Dockerfile',
      tag,
      buildArgs: { ...buildArgs, BASE_OS: baseOs },
      labels: { 'slipway.image': 'base' },
      onOutput,
    });
  });
}

async function resolve(choice: ImageChoice, folder: string) {
  const [languages, databases] = await Promise.all([listLanguages(folder), listDatabases(folder)]);
  const language = pick(languages, choice.language, 'language');
  const database = pick(databases, choice.database, 'database');
  const languageVersion = choice.languageVersion ?? language.versions[0] ?? '';
  if (choice.languageVersion && !language.versions.includes(choice.languageVersion)) {
    throw new EngineError('not-found', `${language.name} has no version ${choice.languageVersion}`);
  }
  return { language, languageVersion, database };
}

function pick(from: Software[], id: string, what: string): Software {
  const found = from.find((software) => software.id === id);
  if (!found) throw new EngineError('not-found', `there is no ${what} ${id}`);
  return found;
}
