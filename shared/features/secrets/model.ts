/** Whose a secret is. The nearest wins where several have one of the same name: person, then group, then organization. */
export const SECRET_OWNERS = ['person', 'group', 'organization'] as const;
export type SecretOwner = (typeof SECRET_OWNERS)[number];

/** A text is the variable's value; a file's variable holds its path. */
export const SECRET_KINDS = ['text', 'file'] as const;
export type SecretKind = (typeof SECRET_KINDS)[number];

export const SECRET_MAX_BYTES = 48 * 1024;
/** Limits of one owner. */
export const SECRETS_MAX = 100;
export const SECRETS_MAX_BYTES = 1024 * 1024;
export const REPOSITORIES_MAX = 50;

/** Names that shells, loaders and Slipway use themselves; a value there could break or take over every process. */
const TAKEN = new Set(
  `PATH HOME USER LOGNAME SHELL PWD OLDPWD TERM ENV IFS CDPATH GLOBIGNORE PROMPT_COMMAND PS0 PS1 PS2 PS3 PS4 SHELLOPTS
  UID EUID PPID GROUPS HOSTNAME RANDOM SECONDS LINENO TMPDIR NODE_OPTIONS PERL5OPT PERL5LIB PYTHONSTARTUP PYTHONHOME
  RUBYOPT JAVA_TOOL_OPTIONS GIT_CONFIG_SYSTEM GIT_CONFIG_COUNT GIT_EXEC_PATH`.split(/\s+/),
);
const TAKEN_BEGINNING = /^(?:LD_|BASH|SLIPWAY_|SSH_|VSCODE_|LC_)/;
const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Is it the name of an environment variable? */
export function isVariableName(name: string): boolean {
  return NAME.test(name);
}

/** May a secret have this name? */
export function isFreeName(name: string): boolean {
  return name !== '_' && !TAKEN.has(name.toUpperCase()) && !TAKEN_BEGINNING.test(name.toUpperCase());
}

/** A repository's address without what doesn't tell it apart: `github.com/acme/app`; null if it can't be told for sure. */
export function repositoryName(address: string): string | null {
  const short = /^[^@/:\s]+@([^:/\s]+):(?!\/\/)\/?(.+)$/.exec(address);
  const long = /^(?:(?:https|ssh):\/\/)?(?:[^@/\s]*@)?([^/\s@]+)\/(.+)$/i.exec(address);
  const [, host = '', path = ''] = short ?? long ?? [];
  const parts = path
    .replace(/\/+$/, '')
    .replace(/\.git$/i, '')
    .split('/');
  const unsure = !host || host.includes('*') || parts.some((part) => !/^[^\s%\\?#]+$/.test(part) || /^\.+$/.test(part));
  return unsure ? null : `${host}/${parts.join('/')}`.toLowerCase();
}

/** Does a pattern, `github.com/acme/*`, mean this repository? `*` stands for any characters of the path. */
export function coversRepository(pattern: string, address: string | null): boolean {
  const asked = repositoryName(pattern);
  const name = address === null ? null : repositoryName(address);
  if (!asked || !name || name.includes('*')) return false;
  const parts = asked.split('*').map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`).test(name);
}
