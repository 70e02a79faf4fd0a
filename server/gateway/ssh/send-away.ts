import type { Socket } from 'node:net';
import type { Connection } from 'ssh2';
import { REASON, sayGoodbye } from './say-to-client.ts';

/** Time for the client to read the message and hang up. */
const LAST_WORDS_MS = 2_000;

/**
 * Ends a connection with a sentence the client shows. Further input is ignored; a reset would swallow the sentence, so
 * the client gets a chance to hang up first.
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
