import { createHash } from 'node:crypto';
import { say } from '../../platform/say.ts';
import { isObject, isText, type Located, notAnObject, show } from './devcontainer-json.ts';

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Name → value, with `${…}` not yet expanded; null takes a variable away. */
export type Environment = Record<string, string | null>;

/** `containerEnv`, or `remoteEnv`, which may also take variables away. */
export function readEnvironment(
  property: 'containerEnv' | 'remoteEnv',
  table: Located | undefined,
  problems: string[],
): Environment {
  if (!table) return {};
  if (!isObject(table.value)) {
    problems.push(notAnObject(property, table.line));
    return {};
  }
  const variables: [string, string | null][] = [];
  for (const [name, { value, line }] of table.children) {
    const what = `${property} ${show(name)}`;
    if (!VARIABLE_NAME.test(name)) {
      problems.push(say('devcontainer.notAVariable', { name: what, line }));
    } else if (value === null && property === 'remoteEnv') variables.push([name, value]);
    else if (typeof value !== 'string') problems.push(say('devcontainer.textNeededInLine', { property: what, line }));
    else if (isText(value)) variables.push([name, value]);
    else problems.push(say('devcontainer.notText', { property: what, line }));
  }
  return Object.fromEntries(variables);
}

/** Where a workspace's project is, and the workspace's id. */
interface ProjectPlace {
  folder: string;
  id: string;
}

/** What a `${…}` of the specification stands for, unless only a shell knows; null for anything else. */
function expandVariable(variable: string, { folder, id }: ProjectPlace): string | null {
  if (/^(container|local)WorkspaceFolder$/.test(variable)) return folder;
  if (/^(container|local)WorkspaceFolderBasename$/.test(variable)) return folder.split('/').at(-1) ?? '';
  if (variable === 'devcontainerId') {
    const digest = createHash('sha256').update(id).digest('hex');
    return BigInt(`0x${digest}`).toString(32).padStart(52, '0');
  }
  // There is no local machine, so its variables have their default.
  const [, otherwise = ''] = /^(?:localEnv|env):[^:]*(?::(.*))?$/s.exec(variable) ?? [null];
  return /^(localEnv|env):/.test(variable) ? otherwise : null;
}

/** A command's arguments with the specification's variables filled in; a shell's own `${X}` stays. */
export function expandCommand(command: readonly string[], place: ProjectPlace): string[] {
  return command.map((part) =>
    part.replace(/\$\{([^}]*)\}/g, (whole, variable: string) => expandVariable(variable, place) ?? whole),
  );
}

/** The variables as shell lines: the shell looks up `${containerEnv:X}`, everything else is filled in here. */
export function environmentFile(environment: Environment, place: ProjectPlace): string {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const lines = Object.entries(environment).map(([name, value]) => {
    if (value === null) return `unset ${name}\n`;
    const parts = value.split(/(\$\{[^}]*\})/).map((part) => {
      const variable = /^\$\{(.*)\}$/s.exec(part)?.[1];
      const known = variable === undefined ? null : expandVariable(variable, place);
      if (known !== null) return quote(known);
      const [, wanted, otherwise = ''] =
        /^containerEnv:([A-Za-z_][A-Za-z0-9_]*)(?::(.*))?$/s.exec(variable ?? '') ?? [];
      if (wanted) return `\${${wanted}:-${quote(otherwise)}}`;
      return part && quote(part);
    });
    return `${name}=${parts.join('') || "''"}\n`;
  });
  return lines.join('');
}
