import type { Readable } from 'node:stream';
import type { ServerChannel } from 'ssh2';
import type { ExecSession } from '../../compute/engine.ts';
import { type ChannelOutput, createChannelOutput } from './channel-output.ts';

export interface ProcessInput {
  /** Starts it. */
  exec(): Promise<ExecSession>;
  channel: ServerChannel;
  /** The client hung up. */
  closed: AbortSignal;
  onStart(process: ExecSession): void;
  onTraffic(): void;
}

/** Runs a process in the container with the channel as its streams, without losing output. @returns its exit code */
export async function runProcess(input: ProcessInput): Promise<number> {
  const { exec, channel, closed, onStart, onTraffic } = input;
  const process = await exec();
  onStart(process);
  process.stdin.on('error', () => undefined);
  channel.on('data', onTraffic);
  channel.pipe(process.stdin);

  let ended = false;
  const hangUp = () => {
    process.stdin.destroy();
    if (!ended) process.kill('HUP').catch(() => undefined);
  };
  if (closed.aborted) hangUp();
  else closed.addEventListener('abort', hangUp);

  const output = createChannelOutput(channel, closed);
  try {
    await Promise.all([
      pump(process.stdout, 'stdout', output, onTraffic),
      pump(process.stderr, 'stderr', output, onTraffic),
    ]);
    const code = await process.exitCode;
    ended = true;
    return code;
  } finally {
    closed.removeEventListener('abort', hangUp);
    channel.unpipe(process.stdin);
    channel.resume();
  }
}

async function pump(
  from: Readable,
  stream: 'stdout' | 'stderr',
  output: ChannelOutput,
  onTraffic: () => void,
): Promise<void> {
  for await (const chunk of from) {
    onTraffic();
    await output.write(stream, chunk);
  }
}

/** Ends a session's channel with an exit status. */
export function finish(channel: ServerChannel, exitCode: number): void {
  if (channel.writable) channel.exit(exitCode);
  channel.end();
}
