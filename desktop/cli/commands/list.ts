import { connect } from '../connect.ts';
import { EXIT, Failure } from '../failure.ts';
import { allWorkspaces, type Status, slugOf } from '../find-workspace.ts';
import { note, print, printJson } from '../terminal/print.ts';
import { printTable } from '../terminal/table.ts';

interface Options {
  status?: string;
  json?: true;
  quiet?: true;
}

const STATUSES: readonly string[] = ['active_pending', 'active', 'pending', 'offline', 'pending_deletion', 'deleted'];

export async function list({ status, json, quiet }: Options): Promise<void> {
  if (status && !STATUSES.includes(status))
    throw new Failure(EXIT.usage, 'There’s no such status.', `Use one of ${STATUSES.join(', ')}.`);
  const { client } = await connect();
  const rows = await allWorkspaces(client, status as Status | undefined);
  if (json) return printJson({ records: rows.length, rows });
  if (quiet) {
    for (const row of rows) print(slugOf(row));
    return;
  }
  if (rows.length === 0) return note('No workspaces. Create one with: slipway create');
  printTable(
    ['NAME', 'SLUG', 'STATUS', 'LANGUAGE', 'DATABASE', 'HOST', 'OWNER'],
    rows.map((row) => [
      row.name,
      slugOf(row),
      row.workspace_status,
      row.language_name,
      row.database_name,
      row.server_name,
      row.user_name,
    ]),
  );
}

export async function services({ json }: Options): Promise<void> {
  const { client } = await connect();
  const rows = [];
  for (let page = 1; ; page += 1) {
    const next = await client.listServices({ query: { page: String(page) } });
    rows.push(...next.rows);
    if (next.rows.length === 0 || rows.length >= next.records) break;
  }
  if (json) return printJson({ records: rows.length, rows });
  if (rows.length === 0) return note('No services.');
  printTable(
    ['NAME', 'SERVICE', 'STATUS', 'HOST', 'ADDRESS'],
    rows.map((row) => [row.name, row.service_name, row.service_status, row.server_name, row.url ?? '–']),
  );
}

export async function whoami({ json }: Options): Promise<void> {
  const { client, server, keptIn } = await connect();
  const user = await client.currentUser();
  if (json) return printJson(user);
  const kept = { environment: 'the environment', keychain: 'the keychain', file: 'a file' }[keptIn];
  printTable(
    ['USER', 'EMAIL', 'ORGANIZATION', 'ROLE', 'SERVER', 'LOGIN KEPT IN'],
    [[user.username, user.email_address, user.organization.name, user.role, server, kept]],
  );
}
