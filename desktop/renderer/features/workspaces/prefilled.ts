import { MORE_LANGUAGES_MAX, workspaceName } from '#shared/features/workspaces/model.ts';
import { folderName } from '#shared/features/workspaces/repository-address.ts';
import { sampleOf } from '#shared/features/workspaces/samples.ts';
import { besides } from './besides.ts';
import type { WorkspaceOptions } from './use-workspace-options.ts';

export interface Prefilled {
  name: string;
  git_url: string;
  language: string;
  more_languages: string[];
  database: string;
  /** Starts with the sample project of its language. */
  with_sample: boolean;
}

/**
 * What an address such as `/workspaces/add?git_url=…&language=python` says of a new workspace, as a README's badge has
 * it; what isn't on offer is left at its default. Nothing is created before the form is sent.
 */
export function prefilled(
  query: URLSearchParams,
  { languages, databases, defaults }: Pick<WorkspaceOptions, 'languages' | 'databases' | 'defaults'>,
): Prefilled {
  const wanted = (name: string) => query.get(name)?.trim() ?? '';
  const git_url = wanted('git_url');
  const language = offered(languages, wanted('language')) ?? defaults.language;
  const others = wanted('more_languages')
    .split(',')
    .flatMap((value) => offered(languages, value) ?? [])
    .slice(0, MORE_LANGUAGES_MAX);
  return {
    name: isName(wanted('name')) ? wanted('name') : nameFor(git_url),
    git_url,
    language,
    more_languages: others.filter((value, place) => besides([value], [language, ...others.slice(0, place)]).length > 0),
    database: offered(databases, wanted('database')) ?? defaults.database,
    with_sample: Boolean(wanted('sample')) && !git_url && sampleOf(language) !== undefined,
  };
}

/** What a workspace for this repository is called; empty if the repository's name can't be one. */
export function nameFor(gitUrl: string): string {
  const name = folderName(gitUrl);
  return isName(name) ? name : '';
}

function isName(name: string): boolean {
  return workspaceName.safeParse(name).success;
}

/** `nodejs-24`, also by the bare `nodejs`: its first version is the usual one. */
function offered(options: { value: string }[], wanted: string): string | undefined {
  const values = options.map(({ value }) => value);
  return values.find((value) => value === wanted) ?? values.find((value) => value.startsWith(`${wanted}-`));
}
