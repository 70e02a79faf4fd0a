import { z } from 'zod';
import { say } from '../../platform/say.ts';
import { type Environment, readEnvironment } from './devcontainer-environment.ts';
import { isText, type Located, readJsonFile, show } from './devcontainer-json.ts';
import { readRefusals } from './devcontainer-refusals.ts';

/** A name or number of a user, with or without a group's; nothing that a command could take for an option. */
const USER = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,31}(:[A-Za-z0-9_][A-Za-z0-9_.-]{0,31})?$/;
/** What Docker takes for the name of an image, with its registry, tag and digest. */
const REFERENCE =
  /^(?:[a-z0-9.-]+(?::\d{1,5})?\/)?[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:\.|__?|-+)[a-z0-9]+)*)*(?::[\w][\w.-]{0,127})?(?:@sha256:[0-9a-f]{64})?$/;
/** Where an image keeps what a devcontainer.json would say. */
export const METADATA_LABEL = 'devcontainer.metadata';
const MAX_REFERENCE = 400;
const MAX_ENTRYPOINTS = 20;

/** What a project, or its image's metadata, says about the container; null where it says nothing. */
export interface ContainerWishes {
  remoteUser: string | null;
  containerUser: string | null;
  /** False: the image's own command runs too. */
  overrideCommand: boolean | null;
}

export function readContainerWishes(properties: ReadonlyMap<string, Located>, problems: string[]): ContainerWishes {
  const user = (name: 'remoteUser' | 'containerUser') => {
    const { value, line } = properties.get(name) ?? {};
    if (value === undefined || value === null || value === '') return null;
    if (isText(value) && USER.test(value)) return value;
    problems.push(say('devcontainer.notAUser', { property: name, line: line ?? 1, value: show(value) }));
    return null;
  };
  const override = properties.get('overrideCommand')?.value;
  return {
    remoteUser: user('remoteUser'),
    containerUser: user('containerUser'),
    overrideCommand: typeof override === 'boolean' ? override : null,
  };
}

/** The image a project names, and the line; null if it names none, or builds its own. */
export function readImage(
  properties: ReadonlyMap<string, Located>,
  problems: string[],
): { reference: string; line: number } | null {
  const named = properties.get('image');
  const isBuilt = ['build', 'dockerFile', 'dockerComposeFile'].some((name) => properties.has(name));
  if (!named || isBuilt) return null;
  const { value, line } = named;
  if (isText(value) && value.length <= MAX_REFERENCE && REFERENCE.test(value)) return { reference: value, line };
  problems.push(say('devcontainer.notAnImage', { property: 'image', line, value: show(value) }));
  return null;
}

/** What is left of an image's metadata once its parts are merged as the specification says. */
interface ImageMetadata extends ContainerWishes {
  containerEnv: Environment;
  remoteEnv: Environment;
  /** Lines for a shell, one of each feature. */
  entrypoints: string[];
  /** What no workspace may have, in sentences. */
  refusals: string[];
}

const NOTHING: ImageMetadata = {
  ...{ remoteUser: null, containerUser: null, overrideCommand: null },
  ...{ containerEnv: {}, remoteEnv: {}, entrypoints: [], refusals: [] },
};

/** Of that label: a list of parts, or one. The last that names something counts. */
export function readImageMetadata(label: string | undefined, place: { folder: string; id: string }): ImageMetadata {
  if (!label) return NOTHING;
  const file = readJsonFile(`{"parts":${label}}`, place);
  const list = file.root?.children[0]?.[1];
  if (!list) return NOTHING;
  const parts = Array.isArray(list.value) ? list.children.map(([, part]) => part) : [list];
  const merged: ImageMetadata = { ...NOTHING, entrypoints: [], refusals: [] };
  for (const part of parts) {
    const properties = new Map(part.children);
    const wishes = readContainerWishes(properties, []);
    merged.remoteUser = wishes.remoteUser ?? merged.remoteUser;
    merged.containerUser = wishes.containerUser ?? merged.containerUser;
    merged.overrideCommand = wishes.overrideCommand ?? merged.overrideCommand;
    for (const name of ['containerEnv', 'remoteEnv'] as const) {
      merged[name] = { ...merged[name], ...readEnvironment(name, properties.get(name), []) };
    }
    const entrypoint = z.string().min(1).safeParse(properties.get('entrypoint')?.value);
    if (entrypoint.success && isText(entrypoint.data)) merged.entrypoints.push(entrypoint.data);
    merged.refusals.push(...readRefusals(properties));
  }
  merged.entrypoints.splice(MAX_ENTRYPOINTS);
  return merged;
}

/** Whom commands, shells and the IDE run as, what runs beside them; the file counts more than its image. */
export function containerEnvironment(wanted: ContainerWishes, image: ImageMetadata): Record<string, string> {
  const containerUser = wanted.containerUser ?? image.containerUser;
  const remoteUser = wanted.remoteUser ?? image.remoteUser ?? containerUser;
  return {
    ...(remoteUser && { SLIPWAY_USER: remoteUser }),
    ...(containerUser && { SLIPWAY_COMMAND_USER: containerUser }),
    ...((wanted.overrideCommand ?? image.overrideCommand) === false && { SLIPWAY_OVERRIDE_COMMAND: 'false' }),
    ...(image.entrypoints.length > 0 && { SLIPWAY_ENTRYPOINTS: image.entrypoints.join('\n') }),
  };
}
