import type { ServerChannel } from 'ssh2';

export interface ChannelOutput {
  /** Resolves once ssh2 has taken the chunk; at once, dropping it, if the channel is closed. */
  write(stream: 'stdout' | 'stderr', chunk: Buffer | string): Promise<void>;
}

/** What ssh2 holds back while the client's window is full. */
interface HeldBack {
  _chunk?: unknown;
  _chunkcb?: unknown;
  _chunkErr?: unknown;
  _chunkcbErr?: unknown;
}

/**
 * Writes both outputs of a process to its channel, one chunk at a time. ssh2 shares one window between them but
 * remembers held-back data per stream forever; on its own it would send old output twice or stall.
 */
export function createChannelOutput(channel: ServerChannel, closed: AbortSignal): ChannelOutput {
  let turn: Promise<void> = Promise.resolve();
  let sent: (() => void) | null = null;
  closed.addEventListener('abort', () => sent?.());

  function send(stream: 'stdout' | 'stderr', chunk: Buffer | string): Promise<void> {
    if (closed.aborted || !channel.writable) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        sent = null;
        const held: HeldBack = channel as HeldBack;
        held._chunk = undefined;
        held._chunkcb = undefined;
        held._chunkErr = undefined;
        held._chunkcbErr = undefined;
        resolve();
      };
      sent = done;
      if (stream === 'stdout') channel.write(chunk, done);
      else channel.stderr.write(chunk, done);
    });
  }

  return {
    write(stream, chunk) {
      turn = turn.then(() => send(stream, chunk));
      return turn;
    },
  };
}
