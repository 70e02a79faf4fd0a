import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';

export interface Ended {
  code: number | null;
  stdout: Buffer;
  stderr: string;
}

/** Runs a program to its end. */
export async function run(command: string, args: string[], options: RunOptions = {}): Promise<Ended> {
  const child = spawn(command, args, { env: { ...process.env, ...options.env }, cwd: options.cwd });
  return collect(child, options.input);
}

export interface RunOptions {
  input?: string | Buffer | Readable;
  env?: Record<string, string>;
  cwd?: string;
}

async function collect(child: ChildProcess, input: RunOptions['input']): Promise<Ended> {
  const { stdin, stdout, stderr } = child;
  if (!stdin || !stdout || !stderr) throw new Error('no streams');
  stdin.on('error', () => undefined);
  if (input instanceof Readable) input.pipe(stdin);
  else stdin.end(input);
  const [out, err] = await Promise.all([buffer(stdout), buffer(stderr)]);
  return { code: await exitOf(child), stdout: out, stderr: err.toString() };
}

/** The exit code of a program that ends or has ended; null when a signal ended it. */
export async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  return child.exitCode;
}
