import type { QueryClient } from '@tanstack/react-query';
import { STATUS_FILTERS } from '#shared/features/workspaces/model.ts';
import { anyText, oneOf, readList, toQuery } from '../../lib/use-list-state.ts';
import { userOptionsQuery, workspaceListQuery } from './queries.ts';

/** What the list of workspaces is filtered by. */
export const FILTERS = { status: oneOf(STATUS_FILTERS), user: anyText };

/**
 * Asks for the list that an address shows and for its filter by person, before their page can: together, as the filter
 * moves the list when it comes later. If that fails, the page asks again.
 */
export function askForWorkspaces(queries: QueryClient, search: string): void {
  const query = toQuery(readList(new URLSearchParams(search), FILTERS));
  void queries.prefetchQuery({ ...workspaceListQuery(query), meta: {}, retry: false });
  void queries.prefetchQuery({ ...userOptionsQuery, retry: false });
}
