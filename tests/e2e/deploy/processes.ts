import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './addresses.ts';

const LOGS = path.join(ROOT, 'test-results/e2e-deploy-logs');

/** A program that runs until it is stopped; what it says is in a file of the test's results. */
export interface Running {
  stop(): Promise<void>;
}

interface Start {
  name: string;
  command: string[];
  env: Record<string, string | undefined>;
  /** What it says once it serves. */
  ready: RegExp;
}

export async function start({ name, command: [program = '', ...args], env, ready }: Start): Promise<Running> {
  mkdirSync(LOGS, { recursive: true });
  const log = createWriteStream(path.join(LOGS, `${name}.log`));
  const child = spawn(program, args, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'], env });
  await new Promise<void>((resolve, reject) => {
    let said = '';
    for (const output of [child.stdout, child.stderr]) {
      output.on('data', (chunk: Buffer) => {
        log.write(chunk);
        said += chunk;
        if (ready.test(said)) resolve();
      });
    }
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${name} ended with ${code} before it was ready:\n${said}`)));
  });
  return { stop: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}
