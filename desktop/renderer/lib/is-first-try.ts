import type { UseQueryResult } from '@tanstack/react-query';

/**
 * The first answer is on its way, for which what lies below can wait so that nothing jumps. Not while a failed try is
 * repeated or the network is away: that can take long.
 */
export function isFirstTry({ isLoading, failureCount }: Pick<UseQueryResult, 'isLoading' | 'failureCount'>): boolean {
  return isLoading && failureCount === 0;
}
