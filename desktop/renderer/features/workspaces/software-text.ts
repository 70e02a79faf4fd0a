import type { WorkspaceRow } from '#shared/features/workspaces/contract.ts';

type Software = Pick<WorkspaceRow, 'language_name' | 'database' | 'database_name'>;

/** 'Node.js 24 · PostgreSQL', or the language alone. */
export function softwareText({ language_name, database, database_name }: Software): string {
  return database === 'none' ? language_name : `${language_name} · ${database_name}`;
}
