import { isIP } from 'node:net';
import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { ProjectImageRefused } from '../../compute/project-image-refused.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Config } from '../../platform/config.ts';
import { ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { findReachable } from './git-url.ts';

const ASK_TIMEOUT_MS = MINUTE;
const PULL_TIMEOUT_MS = 10 * MINUTE;
/** Labels of what Slipway makes: workspaces' snapshots, built images, backups. */
const OURS = 'slipway.';

interface Bringing {
  config: Pick<Config, 'egressAllow' | 'localImages' | 'registry'>;
  onOutput: (line: string) => void;
}

/**
 * The image of a public name on this engine, without a name that the engine may already use for another one: what a tag
 * means is asked of its registry, and that digest is pulled. An image that only this engine has is used only if the
 * operator allows its name.
 * @returns a reference that stays the same image
 * @throws ProjectImageRefused with a sentence, EngineError while the engine is away or full
 */
export async function bringProjectImage(engine: Engine, reference: string, bringing: Bringing): Promise<string> {
  const { config, onOutput } = bringing;
  const local = await findLocal(engine, reference, config);
  if (local !== null) return local;
  await mustBePublic(reference, config);
  onOutput(say('images.pulling', { image: reference }));
  try {
    const [name, given] = splitDigest(reference);
    const digest = given ?? (await engine.findDigest(reference, { timeoutMs: ASK_TIMEOUT_MS }));
    const pinned = `${name}@${digest}`;
    if (!(await engine.imageExists(pinned))) await engine.pullImage(pinned, { timeoutMs: PULL_TIMEOUT_MS, onOutput });
    return pinned;
  } catch (error) {
    if (!isEngineError(error) || isEngineError(error, 'unreachable', 'out-of-disk')) throw error;
    throw new ProjectImageRefused(say('images.projectNotPullable', { image: reference }), { cause: error });
  }
}

/**
 * The id of an image that only this engine has, so that nobody moves the name meanwhile; null if it isn't there, isn't
 * allowed, or is one of Slipway's own. @throws EngineError
 */
export async function findLocal(
  engine: Engine,
  reference: string,
  { localImages }: Pick<Config, 'localImages'>,
): Promise<string | null> {
  if (!isAllowedLocally(reference, localImages)) return null;
  try {
    const { id, labels } = await engine.inspectImage(reference);
    return Object.keys(labels).some((label) => label.startsWith(OURS)) ? null : id;
  } catch (error) {
    if (isEngineError(error, 'not-found')) return null;
    throw error;
  }
}

/** Whether a name matches one of the operator's patterns, in which `*` is any text. */
export function isAllowedLocally(reference: string, patterns: readonly string[]): boolean {
  return patterns.some((pattern) => {
    const [first = '', ...rest] = pattern.split('*');
    if (rest.length === 0) return reference === pattern;
    const last = rest.pop() ?? '';
    if (!reference.startsWith(first) || reference.length < first.length + last.length) return false;
    if (!reference.endsWith(last)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = reference.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return at <= reference.length - last.length;
  });
}

/** `name:tag@digest` → `name` without its tag, and the digest; null without one. */
function splitDigest(reference: string): [name: string, digest: string | null] {
  const [named = '', digest = null] = reference.split('@');
  const colon = named.lastIndexOf(':');
  return [colon > named.lastIndexOf('/') ? named.slice(0, colon) : named, digest];
}

/** The host in a reference's first part; null for Docker Hub. */
function registryOf(reference: string): string | null {
  const [first = '', ...rest] = reference.split('/');
  return rest.length > 0 && (/[.:]/.test(first) || first === 'localhost') ? first : null;
}

/** Engines reach more than workspaces do, among it the registry with everybody's snapshots. @throws ProjectImageRefused */
async function mustBePublic(
  reference: string,
  { egressAllow, registry }: Pick<Config, 'egressAllow' | 'registry'>,
): Promise<void> {
  const place = registryOf(reference);
  if (place === null) return;
  const inner = new ProjectImageRefused(say('images.innerRegistry', { registry: place }));
  if (registry && place === registry.split('/')[0]) throw inner;
  const host = place.replace(/:\d+$/, '');
  if (host === 'localhost' || (isIP(host) === 0 && !host.includes('.'))) throw inner;
  await findReachable(host, { allow: egressAllow }).catch((error: unknown) => {
    throw error instanceof ValidationError ? inner : error;
  });
}
