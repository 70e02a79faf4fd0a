import type { ServerNotification } from '@modelcontextprotocol/sdk/types.js';

const PAUSE_MS = 250;
/** One message has the end of what was written meanwhile. */
const LONGEST_MESSAGE = 4_000;
const MOST_CHARACTERS = 500_000;

type Token = string | number | undefined;

/** Sends progress notifications, a few a second at most, and no more than a slow client can be expected to take. */
export function tellProgress(token: Token, send: (notification: ServerNotification) => Promise<void>) {
  let [pending, sent, count] = ['', 0, 0];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    timer = undefined;
    if (token === undefined || pending === '' || sent > MOST_CHARACTERS) return;
    const message = pending.slice(-LONGEST_MESSAGE).toWellFormed();
    pending = '';
    sent += message.length;
    count += 1;
    send({ method: 'notifications/progress', params: { progressToken: token, progress: count, message } }).catch(
      () => undefined,
    );
  };
  return {
    add(text: string): void {
      if (token === undefined) return;
      pending = (pending + text).slice(-LONGEST_MESSAGE);
      timer ??= setTimeout(flush, PAUSE_MS);
    },
    /** Sends what is left: nothing may follow the answer. */
    end(): void {
      clearTimeout(timer);
      flush();
    },
  };
}
