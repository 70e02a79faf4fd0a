export interface RepositoryAddress {
  /** What git clones. */
  url: string;
  /**
   * What to check out: a commit, a full name such as `refs/pull/12/head`, or a branch or tag, perhaps with a path of a
   * file behind it (`main/src/app.ts`): only the repository knows where one ends. Null: its default branch.
   */
  ref: string | null;
}

/** Pages of a repository, as GitHub, GitLab, Gitea and Forgejo have them: what git clones, and what is shown. */
const PAGES: { path: RegExp; ref: (name: string) => string }[] = [
  { path: /^(\/.+?)\/-\/(?:tree|blob|commits?|tags)\/(.+)$/, ref: (name) => name },
  { path: /^(\/.+?)\/-\/merge_requests\/(\d+)(?:\/.*)?$/, ref: (number) => `refs/merge-requests/${number}/head` },
  { path: /^(\/.+?\/[^/]+)\/src\/(?:branch|tag|commit)\/(.+)$/, ref: (name) => name },
  { path: /^(\/[^/]+\/[^/]+)\/(?:tree|blob|commits?|releases\/tag)\/(.+)$/, ref: (name) => name },
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
  // Nothing of these reaches a repository: git puts its own query behind the path.
  page.hash = '';
  page.search = '';
  for (const { path, ref } of PAGES) {
    const [, repository, shown = ''] = path.exec(page.pathname) ?? [];
    if (!repository || repository.endsWith('.git')) continue;
    const name = refOf(ref(shown.replace(/\/+$/, '')));
    if (!name) continue;
    page.pathname = repository;
    return { url: page.href, ref: name };
  }
  return { url: /[?#]/.test(text) ? page.href : text, ref: null };
}

/** An address that needs an SSH key: `ssh://…` or `git@host:path`. */
export function isSshAddress(gitUrl: string): boolean {
  const text = gitUrl.trim();
  return /^ssh:\/\//i.test(text) || /^[a-z_][\w.-]*@[a-z0-9][a-z0-9.-]*:(?!\/\/)/i.test(text);
}

/** As people know it: `pull/12` for `refs/pull/12/head`. */
export function refName(ref: string): string {
  return ref.replace(/^refs\/(.+)\/head$/, '$1');
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
