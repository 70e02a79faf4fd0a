import type { Instance } from './tables.ts';

/** Failures in a row, a minute apart, before anything is said. */
export const UNANSWERED_TIMES = 3;

/** A change of status begins the asking anew. */
export const HEALTHY = { unansweredCount: 0, unansweredSince: null };

/** Since when something Active has not answered, once that is worth telling; else null. */
export function notAnsweringSince({
  unansweredCount,
  unansweredSince,
}: Pick<Instance, 'unansweredCount' | 'unansweredSince'>): Date | null {
  return unansweredCount >= UNANSWERED_TIMES ? unansweredSince : null;
}
