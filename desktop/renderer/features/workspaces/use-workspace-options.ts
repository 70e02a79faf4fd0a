import { useQueries } from '@tanstack/react-query';
import { serverText } from '../../lib/server-text.ts';
import { databaseOptionsQuery, languageOptionsQuery } from './queries.ts';

export interface Option {
  value: string;
  label: string;
}

export interface WorkspaceOptions {
  languages: Option[];
  databases: Option[];
  /** The default: the first language, and no database. */
  defaults: { language: string; database: string };
}

/** The software options; undefined until loaded. */
export function useWorkspaceOptions(): WorkspaceOptions | undefined {
  const [languages, databases] = useQueries({
    queries: [
      { ...languageOptionsQuery, meta: { page: true } },
      { ...databaseOptionsQuery, meta: { page: true } },
    ],
  });
  if (!languages.data || !databases.data) return undefined;
  const usual = languages.data.find(({ value }) => value.startsWith('nodejs')) ?? languages.data[0];
  const noDatabase = databases.data.find(({ value }) => value === 'none') ?? databases.data[0];
  return {
    languages: languages.data.map(toServerOption),
    databases: databases.data.map(toServerOption),
    defaults: { language: usual?.value ?? '', database: noDatabase?.value ?? '' },
  };
}

export function toOption({ value, text }: { value: string; text: string }): Option {
  return { value, label: text };
}

/** An option worded by the server, not a person's name. */
export function toServerOption({ value, text }: { value: string; text: string }): Option {
  return { value, label: serverText(text) };
}
