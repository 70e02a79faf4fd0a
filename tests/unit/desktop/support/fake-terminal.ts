import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestDesktop } from './test-desktop.ts';

/** A program in a PATH of its own that notes its arguments, or does what `script` says. */
export function fakeTerminal(
  { home, environment }: TestDesktop,
  name: string,
  script?: string,
): { output: string; environment: NodeJS.ProcessEnv } {
  const bin = path.join(home, 'bin');
  const output = path.join(home, 'terminal-was-told');
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, name), `#!/bin/sh\n${script ?? `echo "$@" > '${output}'`}\n`, { mode: 0o755 });
  return { output, environment: { ...environment, PATH: `${bin}:/bin` } };
}
