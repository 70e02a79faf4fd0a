import { posix } from 'node:path';
import type { BuildRecipe } from '../../compute/project-build.ts';
import { say } from '../../platform/say.ts';
import { isObject, isText, type Located, notAnObject, show } from './devcontainer-json.ts';

/** Of `docker build`: with these, its steps share what is the machine's. `--network` may name others than the host. */
const PRIVILEGED_OPTION = /^--(?:network[= ]host|allow|security-opt|privileged|device|cgroup-parent|cgroupns)\b/;
const MAX_ARGS = 100;

/** An image that a file wants to have built. */
export interface WantedBuild {
  /** The property that wants it, and its line. */
  property: string;
  line: number;
  recipe: BuildRecipe;
}

interface Reading {
  /** The file, relative to the project. */
  place: string;
  /** The project's folder, as variables name it. */
  projectFolder: string;
  problems: string[];
  refusals: string[];
}

/** What a file says about building an image; null if nothing has to be built, or Docker Compose would do it. */
export function readBuild(properties: ReadonlyMap<string, Located>, reading: Reading): WantedBuild | null {
  if (properties.has('dockerComposeFile')) return null;
  const build = readDockerfile(properties, reading);
  const features = readFeatures(properties.get('features'), reading);
  const image = properties.get('image')?.value;
  if (!build && !(features && isText(image))) return null;
  const order = properties.get('overrideFeatureInstallOrder')?.value;
  const property = ['build', 'dockerFile', 'features'].find((name) => properties.has(name)) ?? 'build';
  const recipe = {
    place: reading.place,
    ...(build ? { build } : isText(image) && { image }),
    ...(features && { features }),
    ...(Array.isArray(order) && { overrideFeatureInstallOrder: order.filter(isText) }),
    users: { ...userOf(properties, 'remoteUser'), ...userOf(properties, 'containerUser') },
  };
  return { property, line: properties.get(property)?.line ?? 1, recipe };
}

/** `build`, or what older files have at the top. */
function readDockerfile(properties: ReadonlyMap<string, Located>, reading: Reading): BuildRecipe['build'] {
  const build = properties.get('build');
  if (build && !isObject(build.value)) reading.problems.push(notAnObject('build', build.line));
  const parts = new Map(isObject(build?.value) ? build?.children : []);
  for (const [, item] of parts.get('options')?.children ?? []) {
    if (!PRIVILEGED_OPTION.test(item.written ?? '')) continue;
    const property = `build.options ${show(item.value)}`;
    reading.refusals.push(say('devcontainer.asksPrivileges', { property, line: item.line }));
  }
  const dockerfile = parts.get('dockerfile') ?? properties.get('dockerFile');
  if (!dockerfile) return undefined;
  const context = parts.get('context') ?? properties.get('context');
  const args = readArgs(parts.get('args'), reading);
  const target = parts.get('target');
  return {
    dockerfile: pathOf('build.dockerfile', dockerfile, reading),
    context: context ? pathOf('build.context', context, reading) : '.',
    ...(args && { args }),
    ...(isText(target?.value) && { target: target.value }),
  };
}

/** Relative to the file's folder. */
function pathOf(property: string, { value, line }: Located, { place, projectFolder, refusals }: Reading): string {
  const from = posix.join(projectFolder, posix.dirname(place));
  const path = posix.resolve(from, isText(value) ? value : '.');
  if (path !== projectFolder && !path.startsWith(`${projectFolder}/`)) {
    refusals.push(say('devcontainer.outsideProject', { property, line, path: show(value) }));
  }
  return posix.relative(from, path) || '.';
}

function readArgs(table: Located | undefined, { problems }: Reading): Record<string, string> | undefined {
  if (!table) return undefined;
  if (!isObject(table.value)) {
    problems.push(notAnObject('build.args', table.line));
    return undefined;
  }
  const given = table.children.flatMap(([name, { value }]): [string, string][] =>
    isText(value) ? [[name, value]] : [],
  );
  return Object.fromEntries(given.slice(0, MAX_ARGS));
}

function readFeatures(table: Located | undefined, reading: Reading): Record<string, unknown> | undefined {
  if (!table) return undefined;
  if (!isObject(table.value)) {
    reading.problems.push(notAnObject('features', table.line));
    return undefined;
  }
  for (const [feature, { line }] of table.children) {
    if (feature.startsWith('.')) pathOf('features', { value: feature, written: feature, line, children: [] }, reading);
  }
  return table.children.length > 0 ? table.value : undefined;
}

function userOf(properties: ReadonlyMap<string, Located>, name: 'remoteUser' | 'containerUser') {
  const value = properties.get(name)?.value;
  return isText(value) && value !== '' ? { [name]: value } : {};
}
