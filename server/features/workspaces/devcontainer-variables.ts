import { createHash } from 'node:crypto';

/** Where a workspace's project is, and the workspace's id. */
export interface ProjectPlace {
  folder: string;
  id: string;
  /** The file, relative to that folder; by default where most are. */
  file?: string;
}

/** As the reference implementation finds them: in one line, up to the first closing brace. */
const VARIABLE = /\$\{(.*?)\}/g;

/** A text's variables and what is between them: every second part is a variable with its braces. */
export function splitAtVariables(text: string): string[] {
  return text.split(/(\$\{.*?\})/);
}

/** `containerEnv:NAME:default` → its kind, name and default; null where the text has none. */
export function readVariable(variable: string): { kind: string; name: string | null; otherwise: string | null } {
  const [kind = '', name = null, otherwise = null] = variable.split(':');
  return { kind, name, otherwise };
}

/**
 * A text with the specification's variables filled in, as its reference implementation does. `${containerEnv:…}` stays
 * for a shell, which knows its value, and so does anything that is no variable of the specification.
 */
export function fillIn(text: string, place: ProjectPlace): string {
  const replace = (source: string, look: (variable: string) => string | null) =>
    source.replace(VARIABLE, (whole, variable: string) => look(variable) ?? whole);
  // The id comes last: a default may have it.
  return replace(
    replace(text, (variable) => localValue(variable, place)),
    (variable) => (readVariable(variable).kind === 'devcontainerId' ? identify(place) : null),
  );
}

/** There is no local machine: its folder is the workspace's, and its variables have their default. */
function localValue(variable: string, { folder }: ProjectPlace): string | null {
  const { kind, name, otherwise } = readVariable(variable);
  if (kind === 'localEnv' || kind === 'env') return name === null ? null : (otherwise ?? '');
  if (kind === 'containerWorkspaceFolder' || kind === 'localWorkspaceFolder') return folder;
  const isName = kind === 'containerWorkspaceFolderBasename' || kind === 'localWorkspaceFolderBasename';
  return isName ? (folder.split('/').at(-1) ?? '') : null;
}

function identify({ id }: ProjectPlace): string {
  const digest = createHash('sha256').update(id).digest('hex');
  return BigInt(`0x${digest}`).toString(32).padStart(52, '0');
}

/** The first variable of an environment that doesn't say which. */
export function unnamedVariable(text: string): string | null {
  return /\$\{(?:localEnv|env|containerEnv)\}/.exec(text)?.[0] ?? null;
}
