import type { Workspace } from '#shared/features/workspaces/contract.ts';

/** Markdown for a README: a badge that opens the form of a new workspace like this one. Null without a repository. */
export function readmeBadge(
  server: string,
  { git_url, language, more_languages, database }: BadgeSource,
): string | null {
  if (!git_url) return null;
  const more = more_languages.length > 0 && { more_languages: more_languages.join(',') };
  const query = new URLSearchParams({ git_url, language, ...more, ...(database !== 'none' && { database }) });
  return `[![Open in Slipway](${server}/open-in-slipway.svg)](${server}/workspaces/add?${query})`;
}

type BadgeSource = Pick<Workspace, 'git_url' | 'language' | 'more_languages' | 'database'>;
