import { useDebouncedValue } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { listKey } from '../../features/instances/index.ts';
import { serviceListQuery } from '../../features/services/queries.ts';
import { workspaceListQuery } from '../../features/workspaces/queries.ts';
import { serviceThing, type Thing, workspaceThing } from './thing.ts';

/** Long enough that a word typed in one go causes one call. */
const TYPING_PAUSE_MS = 100;
/** The page can do without. */
const quiet = { meta: {} };

/**
 * The workspaces and services of every list that this window has read, the newest ones, and those whose name has
 * `search` in it: with what the server says this person may do with them. `loading` while more may come.
 */
export function useThings(search: string): { things: Thing[]; loading: boolean } {
  const client = useQueryClient();
  const [settled] = useDebouncedValue(search, TYPING_PAUSE_MS);
  const query = { page: '1', ...(settled && { search: settled }) };
  const workspaces = useQuery({ ...workspaceListQuery(query), ...quiet });
  const services = useQuery({ ...serviceListQuery(query), ...quiet });
  const read = <Row extends { id: string }>(kind: Thing['kind'], now: { rows: Row[] } | undefined): Row[] => {
    const lists = client.getQueriesData<{ rows: Row[] }>({ queryKey: listKey(kind) });
    const rows = [...lists.map(([, list]) => list), now].flatMap((list) => list?.rows ?? []);
    return [...new Map(rows.map((row) => [row.id, row])).values()];
  };
  const things = [
    ...read('workspaces', workspaces.data)
      .filter(({ workspace_status }) => workspace_status !== 'Deleted')
      .map(workspaceThing),
    ...read('services', services.data).map(serviceThing),
  ];
  return { things, loading: settled !== search || workspaces.isFetching || services.isFetching };
}
