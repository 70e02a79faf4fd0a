export interface RepositoryAddress {
  /** What git clones. */
  url: string;
  /**
   * What to check out: a commit, a full name such as `refs/pull/12/head`, or a branch or tag, perhaps with a path of a
   * file behind it (`main/src/app.ts`): only the repository knows where one ends. Null: its default branch.
   */
  ref: string | null;
}

interface Page {
  /** Only there; everywhere else the same path may mean something else. */
  host?: string;
  path: RegExp;
  /** What is shown, of the path's last group and of the query's `at`. */
  ref: (name: string, at: string | null) => string;
  /** The path that git clones, if it isn't the path's first group. */
  repository?: (shown: string) => string;
}

const asShown = (name: string) => name;
/** Bitbucket names the commit in the path and the branch it was found by in the query. */
const atOrShown = (name: string, at: string | null) => (at ? encodeURIComponent(at) : name);
const bitbucketPull = (number: string) => `refs/pull-requests/${number}/from`;
const BITBUCKET = 'bitbucket.org';
/** `/projects/APP/repos/app` of Bitbucket Data Center, or `/users/me/repos/app`, perhaps below a folder. */
const dataCenter = (page: string) => new RegExp(`^((?:/[^/]+)?/(?:projects|users)/[^/]+/repos/[^/]+)${page}`);
const toScm = (shown: string) =>
  `${shown.replace(/\/(projects|users)\/([^/]+)\/repos\//, (_, kind, owner) => `/scm/${kind === 'users' ? '~' : ''}${owner}/`)}.git`;
const AT = /^refs\/(?:heads|tags)\//;
const atOnly = (_: string, at: string | null) => encodeURIComponent((at ?? '').replace(AT, ''));

/** Pages of a repository, as GitHub, GitLab, Bitbucket, Gitea and Forgejo have them. */
const PAGES: Page[] = [
  { path: dataCenter('/commits/([0-9a-f]+)$'), ref: asShown, repository: toScm },
  { path: dataCenter('/pull-requests/(\\d+)(?:/.*)?$'), ref: bitbucketPull, repository: toScm },
  { path: dataCenter('(?:/(browse|commits)(?:/.*)?)?$'), ref: atOnly, repository: toScm },
  { host: BITBUCKET, path: /^(\/[^/]+\/[^/]+)\/(?:branch|commits\/(?:branch|tag))\/(.+)$/, ref: asShown },
  { host: BITBUCKET, path: /^(\/[^/]+\/[^/]+)\/src\/(.+)$/, ref: atOrShown },
  { host: BITBUCKET, path: /^(\/[^/]+\/[^/]+)\/pull-requests\/(\d+)(?:\/.*)?$/, ref: bitbucketPull },
  { path: /^(\/.+?)\/-\/(?:tree|blob|commits?|tags)\/(.+)$/, ref: asShown },
  { path: /^(\/.+?)\/-\/merge_requests\/(\d+)(?:\/.*)?$/, ref: (number) => `refs/merge-requests/${number}/head` },
  { path: /^(\/.+?\/[^/]+)\/src\/(?:branch|tag|commit)\/(.+)$/, ref: asShown },
  { path: /^(\/[^/]+\/[^/]+)\/(?:tree|blob|commits?|releases\/tag)\/(.+)$/, ref: asShown },
  { path: /^(\/.+?\/[^/]+)\/pulls?\/(\d+)(?:\/.*)?$/, ref: (number) => `refs/pull/${number}/head` },
];

/** As `git check-ref-format` has it, so that a name is never read as an option or an expression. */
const REF = /^(?![-/.])(?!.*(?:\.\.|\/\/|\/\.|@\{))[^\p{C}\p{Z}~^:?*[\\]{1,250}$/u;

/**
 * Reads what people paste: an address that git clones, with `#branch` behind `.git` if they like, or the page of a
 * branch, tag, commit, file, pull request or merge request. What isn't known stays as it is.
 */
export function readRepositoryAddress(text: string): RepositoryAddress {
  const [, whole = text, fragment = ''] = /^(.+\.git)\/?#(.+)$/s.exec(text) ?? [];
  const named = refOf(fragment);
  if (named) return { url: whole, ref: named };
  if (!/^https:\/\//i.test(text) || !URL.canParse(text)) return { url: text, ref: null };
  const page = new URL(text);
  const at = page.searchParams.get('at');
  // Nothing of these reaches a repository: git puts its own query behind the path.
  page.hash = '';
  page.search = '';
  for (const { host, path, ref, repository: cloned } of PAGES) {
    const [, repository, shown = ''] = path.exec(page.pathname) ?? [];
    if (!repository || repository.endsWith('.git') || (host && page.hostname !== host)) continue;
    const name = refOf(ref(shown.replace(/\/+$/, ''), at));
    // A repository's own page in Bitbucket Data Center isn't what git clones either.
    if (!name && !cloned) continue;
    page.pathname = cloned ? cloned(repository) : repository;
    return { url: page.href, ref: name };
  }
  return { url: /[?#]/.test(text) ? page.href : text, ref: null };
}

/** An address that needs an SSH key: `ssh://…` or `git@host:path`. */
export function isSshAddress(gitUrl: string): boolean {
  const text = gitUrl.trim();
  return /^ssh:\/\//i.test(text) || /^[a-z_][\w.-]*@[a-z0-9][a-z0-9.-]*:(?!\/\/)/i.test(text);
}

/** As people know it: `pull/12` for `refs/pull/12/head`, `pull-requests/12` for Bitbucket's `…/from`. */
export function refName(ref: string): string {
  return ref.replace(/^refs\/(.+)\/(?:head|from)$/, '$1');
}

/** Can git have a branch, tag or commit of this name? */
export function isRefName(name: string): boolean {
  return REF.test(name);
}

/** `project` of `https://example.com/team/project.git`, and of `git@example.com:team/project`. */
export function folderName(gitUrl: string): string {
  const name =
    readRepositoryAddress(gitUrl)
      .url.replace(/[?#].*$/, '')
      .replace(/\/+$/, '')
      .split(/[/:]/)
      .at(-1) ?? '';
  return name.replace(/\.git$/, '');
}

function refOf(encoded: string): string | null {
  try {
    const name = decodeURIComponent(encoded);
    return isRefName(name) ? name : null;
  } catch {
    return null;
  }
}
