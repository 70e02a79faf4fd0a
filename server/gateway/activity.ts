import { type Clock, MINUTE } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { GatewayDirectory } from './directory.ts';

const REMEMBERED = 20_000;

/** Notes that a person is working in a workspace; cheap enough to call for every chunk of traffic. */
export type RecordActivity = (workspaceId: string, userId: string) => void;

/**
 * At most one note a minute per workspace and user reaches the directory; a failed one is retried by the next. The log
 * says when notes begin to fail and when they arrive again, however many are lost between.
 */
export function createActivityRecorder(input: {
  directory: Pick<GatewayDirectory, 'recordActivity'>;
  clock: Clock;
  log: Logger;
}): RecordActivity {
  const { directory, clock, log } = input;
  const last = new Map<string, number>();
  /** Notes that failed since the last that arrived. */
  let lost = 0;
  return (workspaceId, userId) => {
    const key = `${workspaceId} ${userId}`;
    const now = clock.now().getTime();
    if (now - (last.get(key) ?? 0) < MINUTE) return;
    last.delete(key);
    last.set(key, now);
    if (last.size > REMEMBERED) last.delete(last.keys().next().value as string);
    directory.recordActivity(workspaceId, userId).then(
      () => {
        if (lost > 0) log.info({ lost }, 'activity is recorded again');
        lost = 0;
      },
      (error) => {
        last.delete(key);
        if (lost === 0) log.warn({ err: error, workspaceId }, 'activity not recorded');
        lost += 1;
      },
    );
  };
}
