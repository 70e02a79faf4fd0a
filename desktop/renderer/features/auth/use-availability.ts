import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { checkEmail, checkUsername } from '#shared/features/auth/contract.ts';
import { routeQuery } from '../../lib/route-query.ts';

const DEBOUNCE_MS = 300;
/** A failed lookup is retried automatically. */
const RETRY_MS = 5000;

export type Availability = 'idle' | 'checking' | 'available' | 'taken' | 'unknown';

/**
 * Looks up while typing whether a value is free.
 * @param valid whether the value has the right form; only those are looked up
 */
export function useAvailability(
  route: typeof checkUsername | typeof checkEmail,
  value: string,
  valid: boolean,
): Availability {
  const [settled] = useDebouncedValue(value, DEBOUNCE_MS);
  const lookup = useQuery({
    ...routeQuery([route.path, settled], route, { query: { q: settled } }),
    enabled: valid && settled === value,
    retry: false,
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.error || state.data?.available === 'unknown' ? RETRY_MS : false),
  });
  if (!valid) return 'idle';
  if (settled !== value || lookup.isPending) return 'checking';
  if (lookup.isError || lookup.data.available === 'unknown') return 'unknown';
  return lookup.data.available ? 'available' : 'taken';
}
