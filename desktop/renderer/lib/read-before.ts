import type { Query } from '@tanstack/react-query';

/** What an answer may take: it says what was true when it was asked for, not when it came. */
const SLOWEST_ANSWER_MS = 30_000;

/** Whether a query's data may be from before its room went quiet, `quietMs` ago. */
export function readBefore(quietMs: number): (query: Pick<Query, 'state'>) => boolean {
  return ({ state }) => Date.now() - state.dataUpdatedAt + SLOWEST_ANSWER_MS > quietMs;
}
