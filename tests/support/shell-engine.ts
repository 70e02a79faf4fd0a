import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Engine, ExecRequest } from '#server/compute/engine.ts';
import type { Engines } from '#server/compute/engines.ts';

/**
 * An engine that runs scripts with this machine's own bash, each container having a folder as its home. Enough for what
 * a script does with files, git and processes.
 */
export function shellEngine(folder: string) {
  const homeOf = (container: string): string => {
    const home = path.join(folder, container);
    mkdirSync(path.join(home, 'project'), { recursive: true });
    return home;
  };
  const run = (container: string, { command, env, input }: ExecRequest & { input?: string }) => {
    const [program = '', ...words] = command;
    const own = { PATH: process.env.PATH, GIT_CONFIG_GLOBAL: path.join(folder, 'gitconfig'), GIT_CONFIG_NOSYSTEM: '1' };
    const child = spawn(program, words, { env: { ...own, ...env, HOME: homeOf(container) }, cwd: '/' });
    child.stdin.on('error', () => undefined).end(input ?? '');
    const outputs = [child.stdout, child.stderr].map(async (stream) => {
      let text = '';
      for await (const chunk of stream) text += String(chunk);
      return text;
    });
    return new Promise<{ exitCode: number; stdout: string; stderr: string }>((resolve, reject) => {
      child.on('error', reject);
      child.on('close', async (code) => {
        const [stdout = '', stderr = ''] = await Promise.all(outputs);
        resolve({ exitCode: code ?? 1, stdout, stderr });
      });
    });
  };
  const engine = { id: 'local', run } as unknown as Engine;
  const engines: Engines = {
    get: () => engine,
    list: () => [engine],
    set: () => undefined,
    drop: () => undefined,
    watch: () => () => undefined,
  };
  return { engines, homeOf, run };
}
