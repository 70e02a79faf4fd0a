import type { Instance } from './tables.ts';

/** Consecutive failures, a minute apart, before anything is reported. */
export const UNANSWERED_TIMES = 3;

/** A change of status resets the checks. */
export const HEALTHY = { unansweredCount: 0, unansweredSince: null };

/** Since when something Active hasn't answered, once that is worth reporting; else null. */
export function notAnsweringSince({
  unansweredCount,
  unansweredSince,
}: Pick<Instance, 'unansweredCount' | 'unansweredSince'>): Date | null {
  return unansweredCount >= UNANSWERED_TIMES ? unansweredSince : null;
}
