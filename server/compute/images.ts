import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { say } from '../platform/say.ts';
import { ensureBaseOs, RELEASES, type Release } from './base-os.ts';
import { withBuildContext } from './build-context.ts';
import { type BuildTurn, buildOnce, takeBuildTurns } from './build-once.ts';
import { type BuildSettings, detectBuildSettings } from './build-settings.ts';
import type { Engine } from './engine.ts';
import { EngineError } from './engine-error.ts';
import { hash, hashFiles } from './hash-files.ts';
import { ensureMachineImage } from './machine-image.ts';
import { ensureOverImage, ensureOverParts, type OverImageRequest } from './over-image.ts';
import type { Registry } from './registry/registry.ts';
import { ensureServiceImage, type ServiceSource } from './service-images.ts';
import { IMAGES_FOLDER, listDatabases, listLanguages, releasesOf, type Software } from './software.ts';
import { SoftwareUnavailable } from './software-unavailable.ts';

/** Ids from resources/images/languages and databases; without a version, the language's first. */
export interface ImageChoice {
  language: string;
  languageVersion?: string | null;
  /** Beside it, as people choose them: `python-3.13`, or `python` for its first version. */
  moreLanguages?: readonly string[];
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
   * The image of languages and a database: found by a hash of everything it is made of, or built. Takes minutes the
   * very first time, seconds for each new choice, and one quick call afterwards. Throws `not-found` for a choice that
   * doesn't exist; {@link SoftwareUnavailable} if a host it needs doesn't answer; `other` or `out-of-disk`, with the
   * last lines, if a build fails.
   */
  ensureImage(engine: Engine, choice: ImageChoice, options?: { onOutput?: Listener }): Promise<string>;
  /**
   * An image that the engine has, as a workspace can be made of it: with our parts over it.
   * @throws ProjectImageRefused with a sentence, EngineError
   */
  ensureOverImage(engine: Engine, request: OverImageRequest, options?: { onOutput?: Listener }): Promise<string>;
  /** What goes over projects' images, as an image of its own. */
  ensureOverParts(engine: Engine, options?: { onOutput?: Listener }): Promise<string>;
  /** The image of a catalogue service, pulled or built. Throws `ImageUnavailable` if neither works. */
  ensureServiceImage(engine: Engine, source: ServiceSource, options?: { onOutput?: Listener }): Promise<string>;
  /** A small image with the agent and a shell, for trying an engine. */
  ensureProbe(engine: Engine, options?: { onOutput?: Listener }): Promise<string>;
  /** The image of the sandbox in which a project's own image is built. */
  ensureBuilder(engine: Engine, options?: { onOutput?: Listener }): Promise<string>;
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
  const ensureParts: Images['ensureOverParts'] = (engine, { onOutput = silent } = {}) =>
    have(engine, onOutput, (builder) => buildParts(builder, { folder, settings, onOutput }));
  return {
    listLanguages: () => listLanguages(folder),
    listDatabases: () => listDatabases(folder),
    nameOf: async (choice) => (await partsOf(choice, folder)).tag,
    ensureImage: (engine, choice, { onOutput = silent } = {}) =>
      have(engine, onOutput, (builder) => ensureImage(builder, choice, { folder, settings, onOutput })),
    ensureOverImage: async (engine, request, { onOutput = silent } = {}) => {
      const parts = await ensureParts(engine, { onOutput });
      return ensureOverImage(engine, request, { parts, onOutput });
    },
    ensureOverParts: ensureParts,
    ensureServiceImage: (engine, source, { onOutput = silent } = {}) =>
      have(engine, onOutput, (builder) => ensureServiceImage(builder, source, { folder, settings, onOutput })),
    ensureProbe: (engine, { onOutput = silent } = {}) =>
      have(engine, onOutput, (builder) => ensureMachineImage(builder, 'probe', onOutput)),
    ensureBuilder: (engine, { onOutput = silent } = {}) =>
      have(engine, onOutput, (builder) => ensureMachineImage(builder, 'builder', onOutput)),
  };
}

type Building = Required<Omit<ImagesConfig, 'distribution' | 'turn'>> & { onOutput: Listener };

async function buildParts(engine: Engine, { folder, settings, onOutput }: Building): Promise<string> {
  const [release] = RELEASES;
  const baseTag = await nameOfBase(release, folder);
  await buildOnce(engine, baseTag, onOutput, (tell) =>
    buildBase(engine, { tag: baseTag, release }, folder, settings, tell),
  );
  return ensureOverParts(engine, baseTag, { folder, settings, onOutput });
}

async function nameOfBase(release: Release, folder: string): Promise<string> {
  return `slipway/base:${hash([release, await hashFiles(folder, ['base', 'agent', 'runtime'])])}`;
}

async function ensureImage(
  engine: Engine,
  choice: ImageChoice,
  { folder, settings, onOutput }: Building,
): Promise<string> {
  const { languages, database, release, baseTag, tag } = await partsOf(choice, folder);
  await buildOnce(engine, tag, onOutput, async (tell) => {
    await buildOnce(engine, baseTag, tell, (tellBase) =>
      buildBase(engine, { tag: baseTag, release }, folder, settings, tellBase),
    );
    const names = languages.map(({ name, version }) => `${name} ${version}`.trim());
    tell(say('images.building', { languages: names.join(', '), database: database.name }));
    await withBuildContext(folder, await settings(), async (contextFolder, buildArgs) => {
      const chosen = join(contextFolder, 'chosen');
      await mkdir(join(chosen, 'languages'), { recursive: true });
      await writeFile(join(chosen, 'database.sh'), database.script);
      for (const { id, script } of languages) await writeFile(join(chosen, `languages/${id}.sh`), script);
      const list = languages.map(({ id, version }) => `${id}.sh ${version}\n`);
      await writeFile(join(chosen, 'languages/list'), list.join(''));
      const building = engine.buildImage({
        contextFolder,
        dockerfile: 'workspace/Dockerfile',
        tag,
        buildArgs: { ...buildArgs, BASE: baseTag },
        labels: WORKSPACE_IMAGE,
        onOutput: tell,
      });
      await building.catch((error) => {
        throw explain(error, [...languages, database]);
      });
    });
  });
  return tag;
}

async function partsOf(choice: ImageChoice, folder: string) {
  const resolved = await resolve(choice, folder);
  const { languages, database, release } = resolved;
  const baseTag = await nameOfBase(release, folder);
  const parts = [
    baseTag,
    ...languages.flatMap(({ script, version }) => [script, version]),
    database.script,
    await hashFiles(folder, ['workspace']),
  ];
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
  { tag, release }: { tag: string; release: Release },
  folder: string,
  settings: () => Promise<BuildSettings>,
  onOutput: Listener,
): Promise<void> {
  const baseOs = await ensureBaseOs(engine, release, onOutput);
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

interface Chosen extends Software {
  version: string;
}

async function resolve({ language, languageVersion, moreLanguages = [], database: id }: ImageChoice, folder: string) {
  const [offered, databases] = await Promise.all([listLanguages(folder), listDatabases(folder)]);
  const main = pick(offered, language, 'language');
  const version = languageVersion ?? main.versions[0] ?? '';
  if (languageVersion && !main.versions.includes(languageVersion)) {
    throw new EngineError('not-found', `${main.name} has no version ${languageVersion}`);
  }
  const languages: Chosen[] = [{ ...main, version }, ...moreLanguages.map((value) => pickByValue(offered, value))];
  const database = pick(databases, id, 'database');
  const release = RELEASES.find((each) => languages.every((one) => releasesOf(one, one.version).includes(each)));
  if (!release) throw new EngineError('not-found', 'no release of Debian has all of these languages');
  return { languages, database, release };
}

function pickByValue(offered: Software[], value: string): Chosen {
  for (const software of offered) {
    if (software.id === value) return { ...software, version: software.versions[0] ?? '' };
    const version = software.versions.find((each) => value === `${software.id}-${each}`);
    if (version !== undefined) return { ...software, version };
  }
  throw new EngineError('not-found', `there is no language ${value}`);
}

function pick(from: Software[], id: string, what: string): Software {
  const found = from.find((software) => software.id === id);
  if (!found) throw new EngineError('not-found', `there is no ${what} ${id}`);
  return found;
}
