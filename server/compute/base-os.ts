import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { say } from '../platform/say.ts';
import type { Engine } from './engine.ts';
import { EngineError } from './engine-error.ts';

const PUBLIC_IMAGE = 'debian:bookworm-slim';
const BOOTSTRAPPED_IMAGE = 'slipway/base-os:bookworm';
const PULL_TIMEOUT_MS = 5 * 60_000;
const BOOTSTRAP_TIMEOUT_MS = 15 * 60_000;
/** Packages that Debian's own slim images leave out. */
const EXCLUDED = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/info/*', '/usr/share/locale/*'];
const APT_SOURCES = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'];

/**
 * The Debian image under everything: the public one, or, if no registry can be reached, one bootstrapped with
 * mmdebstrap from this machine's Debian mirror (which takes root). Returns its reference.
 */
export async function ensureBaseOs(engine: Engine, onOutput: (line: string) => void): Promise<string> {
  for (const image of [PUBLIC_IMAGE, BOOTSTRAPPED_IMAGE]) {
    if (await engine.imageExists(image)) return image;
  }
  try {
    onOutput(say('images.pulling', { image: PUBLIC_IMAGE }));
    await engine.pullImage(PUBLIC_IMAGE, { timeoutMs: PULL_TIMEOUT_MS, onOutput });
    return PUBLIC_IMAGE;
  } catch (error) {
    const reason = (error as Error).message.split('\n')[0];
    onOutput(say('images.buildingDebian', { reason }));
  }
  await bootstrap(engine, onOutput);
  return BOOTSTRAPPED_IMAGE;
}

async function bootstrap(engine: Engine, onOutput: (line: string) => void): Promise<void> {
  const excludes = EXCLUDED.map((path) => `--dpkgopt=path-exclude=${path}`);
  const sources = APT_SOURCES.filter(existsSync).slice(0, 1);
  const child = spawn(
    'mmdebstrap',
    ['--variant=minbase', '--include=ca-certificates', ...excludes, 'bookworm', '-', ...sources],
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
  const imported = engine.importImage(child.stdout, BOOTSTRAPPED_IMAGE, { timeoutMs: BOOTSTRAP_TIMEOUT_MS });
  const [importing, bootstrapping] = await Promise.allSettled([imported, ended]);
  if (bootstrapping.status === 'rejected') {
    await engine.removeImage(BOOTSTRAPPED_IMAGE);
    throw bootstrapping.reason;
  }
  if (importing.status === 'rejected') throw importing.reason;
}
