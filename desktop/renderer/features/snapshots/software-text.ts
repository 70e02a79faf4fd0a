import { serverText } from '../../lib/server-text.ts';

interface Software {
  language_name: string;
  database: string;
  database_name: string;
}

/** The software of a workspace or snapshot: 'Node.js 24 · PostgreSQL', or the language alone. */
export function softwareText({ language_name, database, database_name }: Software): string {
  const language = serverText(language_name);
  return database === 'none' || !database ? language : `${language} · ${serverText(database_name)}`;
}
