import type { Socket } from 'node:net';
import type { Connection } from 'ssh2';
import { REASON, sayGoodbye } from './say-to-client.ts';

/** For the client to read what was said and hang up. */
const LAST_WORDS_MS = 2_000;

/**
 * Ends a connection with a sentence that the client shows. What it still sends is not read any more; a reset would take
 * the sentence from it, so it may hang up itself first.
 */
export function sendAway(
  connection: Connection,
  socket: Socket,
  { words, reason = REASON.byApplication, afterMs = 0 }: { words: string; reason?: number; afterMs?: number },
): void {
  const leave = () => {
    if (socket.destroyed) return;
    sayGoodbye(connection, reason, words);
    socket.removeAllListeners('data');
    socket.resume();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), LAST_WORDS_MS);
    socket.once('close', () => clearTimeout(timer));
  };
  if (afterMs === 0) {
    leave();
    return;
  }
  const timer = setTimeout(leave, afterMs);
  socket.once('close', () => clearTimeout(timer));
}
