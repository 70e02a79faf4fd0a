import type { Socket } from 'socket.io-client';
import { UNAUTHENTICATED } from '#shared/api/wire.ts';

/** WebSocket first. Polling works through proxies that refuse it, as long as they lead to one process. */
export const TRANSPORTS = { transports: ['websocket', 'polling'], tryAllTransports: true };

/** A network that blocks WebSockets fails every time; one that changes doesn't. */
const FAILURES = 3;
/** Behind a proxy that spreads polling over several processes, a connection opens now and then, and ends at once. */
const STABLE_MS = 10_000;

interface Watch {
  /** Does the server answer other requests? Otherwise it is down, and nothing is blocked. */
  reaches(): Promise<boolean>;
  onChange(blocked: boolean): void;
  stableMs?: number;
}

/** Tells when a connection can't be made or kept although the server answers, and when it can again. */
export function watchConnection(socket: Pick<Socket, 'on'>, { reaches, onChange, stableMs = STABLE_MS }: Watch): void {
  let failures = 0;
  let blocked = false;
  let stable: ReturnType<typeof setTimeout> | undefined;
  const tell = (now: boolean) => {
    if (now !== blocked) onChange(now);
    blocked = now;
  };
  const fail = async () => {
    clearTimeout(stable);
    if (blocked) return;
    failures = (await reaches()) ? failures + 1 : 0;
    if (failures >= FAILURES) tell(true);
  };
  socket.on('connect', () => {
    clearTimeout(stable);
    stable = setTimeout(() => {
      failures = 0;
      tell(false);
    }, stableMs);
  });
  socket.on('connect_error', ({ message }: Error) => message !== UNAUTHENTICATED && void fail());
  socket.on('disconnect', (reason) => {
    clearTimeout(stable);
    if (!reason.startsWith('io ')) void fail();
  });
}
