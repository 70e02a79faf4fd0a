import type { Duplex } from 'node:stream';
import type { ServerChannel } from 'ssh2';
import { createChannelOutput } from './channel-output.ts';

const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);

/** Forwarding reaches the workspace itself and nowhere else. */
export function mayForwardTo(host: string, port: number): boolean {
  return LOOPBACK.has(host.toLowerCase()) && port > 0 && port <= 65_535;
}

/** Joins a forwarded connection with the stream into the container; each side may finish first. */
export function joinForward(channel: ServerChannel, stream: Duplex, closed: AbortSignal, onTraffic: () => void): void {
  const ending = new AbortController();
  const signal = AbortSignal.any([closed, ending.signal]);
  const output = createChannelOutput(channel, signal);
  let channelClosed = false;
  let workspaceEnded = false;

  const end = () => {
    ending.abort();
    stream.destroy();
    channel.close();
  };
  // A channel closes as soon as both sides have ended it: what it brought last may still be on its way into the container.
  const endWhenDelivered = () => stream.writableFinished && (workspaceEnded || channelClosed) && end();

  closed.addEventListener('abort', end);
  channel.on('close', () => {
    channelClosed = true;
    endWhenDelivered();
  });
  stream.on('error', end);
  stream.on('close', () => {
    closed.removeEventListener('abort', end);
    if (!workspaceEnded) end();
  });
  channel.on('data', onTraffic);
  stream.on('finish', endWhenDelivered);
  channel.pipe(stream);

  const toClient = async () => {
    for await (const chunk of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      onTraffic();
      await output.write('stdout', chunk);
    }
    workspaceEnded = true;
    // Not `end()`: ssh2 would close the channel as well, and the client may still be sending.
    channel.eof();
    endWhenDelivered();
  };
  toClient().catch(end);
}
