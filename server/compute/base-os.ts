import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { say } from '../platform/say.ts';
import type { Engine } from './engine.ts';
import { EngineError } from './engine-error.ts';

/** Releases of Debian that images are built on: workspaces on the first, what hasn't moved yet on an earlier one. */
export const RELEASES = ['trixie', 'bookworm'] as const;
export type Release = (typeof RELEASES)[number];

const publicImage = (release: Release) => `debian:${release}-slim`;
const bootstrappedImage = (release: Release) => `slipway/base-os:${release}`;
const PULL_TIMEOUT_MS = 5 * 60_000;
const BOOTSTRAP_TIMEOUT_MS = 15 * 60_000;
/** Packages that Debian's own slim images leave out. */
const EXCLUDED = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/info/*', '/usr/share/locale/*'];
/** As in Debian's own images: one that isn't built whole is thrown away, so no package waits for the disk. */
const DPKG_OPTIONS = ['force-unsafe-io', ...EXCLUDED.map((path) => `path-exclude=${path}`)];
const APT_SOURCES = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'];

/**
 * The Debian image under everything: the public one, or, if no registry can be reached, one bootstrapped with
 * mmdebstrap from this machine's Debian mirror (which takes root). Returns its reference.
 */
export async function ensureBaseOs(
  engine: Engine,
  release: Release,
  onOutput: (line: string) => void,
): Promise<string> {
  const image = publicImage(release);
  for (const there of [image, bootstrappedImage(release)]) {
    if (await engine.imageExists(there)) return there;
  }
  try {
    onOutput(say('images.pulling', { image }));
    await engine.pullImage(image, { timeoutMs: PULL_TIMEOUT_MS, onOutput });
    return image;
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0];
    onOutput(say('images.buildingDebian', { reason }));
  }
  const folder = await mkdtemp(join(tmpdir(), 'slipway-sources-'));
  try {
    await bootstrap(engine, release, await writeSources(release, folder), onOutput);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return bootstrappedImage(release);
}

/** This machine's sources, for another release if need be. Empty if it has none of its own. */
async function writeSources(release: Release, folder: string): Promise<string[]> {
  const own = APT_SOURCES.find(existsSync);
  if (!own) return [];
  const [, codename] = /^VERSION_CODENAME=(\w+)$/m.exec(await readFile('/etc/os-release', 'utf8')) ?? [];
  const file = join(folder, basename(own));
  await writeFile(file, ofRelease(await readFile(own, 'utf8'), codename, release));
  return [file];
}

/** What apt is told of one release, for another: `bookworm-updates` becomes `trixie-updates`. Addresses stay. */
export function ofRelease(sources: string, codename: string | undefined, release: Release): string {
  if (!codename) return sources;
  return sources.replaceAll(new RegExp(`(?<=\\s)${codename}(?=[\\s/-]|$)`, 'g'), release);
}

async function bootstrap(
  engine: Engine,
  release: Release,
  sources: string[],
  onOutput: (line: string) => void,
): Promise<void> {
  const image = bootstrappedImage(release);
  const options = DPKG_OPTIONS.map((option) => `--dpkgopt=${option}`);
  const child = spawn(
    'mmdebstrap',
    ['--variant=minbase', '--include=ca-certificates', ...options, release, '-', ...sources],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: BOOTSTRAP_TIMEOUT_MS,
    },
  );
  let lastLines = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    lastLines = (lastLines + text).slice(-2000);
    for (const line of text.split(/[\r\n]+/)) if (line.startsWith('I: ')) onOutput(line);
  });
  const ended = new Promise<void>((resolve, reject) => {
    child.once('error', (cause) => reject(new EngineError('other', 'mmdebstrap could not be started', { cause })));
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(new EngineError('other', `mmdebstrap ended with ${code}:\n${lastLines}`));
    });
  });
  // An interrupted bootstrap leaves half a tar: what was imported of it must not be found next time.
  const imported = engine.importImage(child.stdout, image, { timeoutMs: BOOTSTRAP_TIMEOUT_MS });
  const [importing, bootstrapping] = await Promise.allSettled([imported, ended]);
  if (bootstrapping.status === 'rejected') {
    await engine.removeImage(image);
    throw bootstrapping.reason;
  }
  if (importing.status === 'rejected') throw importing.reason;
}
