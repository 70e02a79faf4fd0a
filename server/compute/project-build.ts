import { posix } from 'node:path';
import type { Readable } from 'node:stream';
import { diskFull, explainBuild, ProjectBuildFailed } from './build-failure.ts';
import { buildOnce } from './build-once.ts';
import { type BuildLimits, type BuildSandbox, withBuildSandbox } from './build-sandbox.ts';
import { checkedImage } from './checked-image.ts';
import { readDockerfile } from './dockerfile.ts';
import type { Engine } from './engine.ts';
import { isEngineError } from './engine-error.ts';
import { hash } from './hash-files.ts';
import { type ProjectFiles, withProjectFiles } from './project-files.ts';

/** What of a devcontainer.json says how its image is made, as written there and without anything else of it. */
export interface BuildRecipe {
  /** Path of the file in the project. */
  place: string;
  image?: string;
  build?: { dockerfile: string; context: string; args?: Record<string, string>; target?: string };
  /** Feature → its options. */
  features?: Record<string, unknown>;
  overrideFeatureInstallOrder?: string[];
  /** Features ask for them. */
  users?: { remoteUser?: string; containerUser?: string };
}

export interface ProjectBuild {
  recipe: BuildRecipe;
  /** The project as a tar, with paths relative to it. */
  files: Readable;
  /** Organization whose project it is: nobody else's build finds its image. */
  organizationId: string;
  /** Of the installation. */
  labels: Record<string, string>;
  /** Image of the sandbox, see `Images.ensureBuilder`. */
  builder: string;
  /** The id of an image that only this engine has and that may be built upon, else null. */
  findLocal: (reference: string) => Promise<string | null>;
  limits: BuildLimits;
  onLine: (line: string) => void;
  signal: AbortSignal;
}

/** On what was built for a project: the organization whose it is. */
export const PROJECT_IMAGE_LABEL = 'slipway.project';
/** When it was built: an image's own date is what the build says. */
export const BUILT_LABEL = 'slipway.built';
/** Of a project with its assets: what is larger is no source code. */
const MAX_PROJECT_BYTES = 2 ** 30;

/**
 * The image that a project's `build` and `features` describe, built by the reference implementation in a sandbox on this
 * engine, or found there by its content. Returns its reference.
 * @throws ProjectBuildFailed with the line that is wrong, BuildTookTooLong, EngineError
 */
export async function buildProjectImage(engine: Engine, build: ProjectBuild): Promise<string> {
  const { recipe, files } = build;
  const replaced = { [recipe.place]: JSON.stringify(configOf(recipe)) };
  return withProjectFiles(files, { maxBytes: MAX_PROJECT_BYTES, replaced }, async (project) => {
    const needs = await findNeeds(project, recipe);
    const local = await idsOf(needs.images, build.findLocal);
    const parts = [build.organizationId, project.hash(needs.paths), ...[...local].flat()];
    const name = `slipway/project:${hash(parts)}`;
    await buildOnce(engine, name, build.onLine, (tell) =>
      withBuildSandbox(engine, { ...build, image: build.builder }, async (sandbox) => {
        try {
          for (const [reference] of local) await sandbox.putImage(await engine.saveImage(reference));
          await sandbox.putProject(project.tar());
        } catch (error) {
          throw isEngineError(error, 'out-of-disk') ? diskFull(build.limits) : error;
        }
        const { exitCode, output } = await sandbox.build(recipe.place, tell);
        if (exitCode !== 0) throw explainBuild(output, needs.dockerfile, build.limits);
        await bring(engine, sandbox, { ...build, name });
      }),
    );
    return name;
  });
}

async function bring(
  engine: Engine,
  sandbox: BuildSandbox,
  { name, labels, organizationId, limits }: ProjectBuild & { name: string },
): Promise<void> {
  const ours = { ...labels, [PROJECT_IMAGE_LABEL]: organizationId, [BUILT_LABEL]: new Date().toISOString() };
  const saved = await sandbox.takeResult();
  await engine.loadImage(checkedImage(saved, { name, labels: ours, maxBytes: limits.diskMb * 2 ** 20 }));
}

/** The file as the reference implementation gets it: commands, mounts and the like are no part of an image. */
function configOf({ image, build, features, overrideFeatureInstallOrder, users }: BuildRecipe) {
  return { ...(build ? { build } : { image }), features, overrideFeatureInstallOrder, ...users };
}

interface Needs {
  /** Images it is built on. */
  images: string[];
  /** Paths in the project whose content the image depends on. */
  paths: string[];
  dockerfile: { path: string; text: string } | null;
}

/** @throws ProjectBuildFailed for what isn't in the project */
async function findNeeds(project: ProjectFiles, { place, image, build, features }: BuildRecipe): Promise<Needs> {
  const folder = posix.dirname(place);
  const inProject = (what: string, path: string) => {
    const found = project.follow(posix.join(folder, path));
    if (found === null) throw new ProjectBuildFailed({ reason: 'outside', what, path });
    return found;
  };
  const own = Object.keys(features ?? {}).filter((feature) => feature.startsWith('./'));
  const paths = [place, ...own.map((feature) => inProject('features', feature))];
  if (!build) return { images: image ? [image] : [], paths, dockerfile: null };
  const path = inProject('build.dockerfile', build.dockerfile);
  const context = inProject('build.context', build.context);
  const text = await project.read(path);
  if (text === null) throw new ProjectBuildFailed({ reason: 'missing', what: 'build.dockerfile', path });
  const { images, usesContext } = readDockerfile(text, build.args ?? {});
  return { images, paths: [...paths, path, ...(usesContext ? [context] : [])], dockerfile: { path, text } };
}

/** Those of these images that are local → their ids. */
async function idsOf(references: string[], findLocal: ProjectBuild['findLocal']): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const reference of references) {
    const id = await findLocal(reference);
    if (id !== null) found.set(reference, id);
  }
  return found;
}
