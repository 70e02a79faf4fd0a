import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';
import type { STATUS_FILTERS } from '#shared/features/workspaces/model.ts';
import type { Client } from './client/client.ts';
import { EXIT, Failure } from './failure.ts';
import { plain } from './terminal/print.ts';

export type Status = (typeof STATUS_FILTERS)[number];

/** The first word of its address, which no other workspace has. */
export const slugOf = ({ url }: Pick<WorkspaceRow, 'url'>): string => new URL(url).hostname.split('.')[0] ?? '';

/** All pages of the list. */
export async function allWorkspaces(client: Client, status?: Status): Promise<WorkspaceRow[]> {
  const rows: WorkspaceRow[] = [];
  for (let page = 1; ; page += 1) {
    const next = await client.listWorkspaces({ query: { page: String(page), ...(status && { status }) } });
    rows.push(...next.rows);
    if (next.rows.length === 0 || rows.length >= next.records) return rows;
  }
}

/** By its slug, id or name. @throws Failure if there is none, or several have the name */
export async function findWorkspace(client: Client, wanted: string, status?: Status): Promise<WorkspaceRow> {
  const rows = await allWorkspaces(client, status);
  const exact = rows.find((row) => row.id === wanted || slugOf(row) === wanted);
  const named = rows.filter(({ name }) => name === wanted);
  const [found = named[0]] = exact ? [exact] : [];
  if (!found) {
    const hint = status ? `slipway ls --status ${status}` : 'slipway ls';
    throw new Failure(EXIT.notFound, `There’s no workspace “${plain(wanted)}” that you can see.`, hint);
  }
  if (!exact && named.length > 1) {
    const slugs = named.map(slugOf).join(', ');
    throw new Failure(EXIT.usage, `Several workspaces are called “${plain(wanted)}”.`, `Use one of ${slugs}.`);
  }
  return found;
}
