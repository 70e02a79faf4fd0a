import { say } from '../../platform/say.ts';
import { isObject, isText, type Located, notAnObject, show } from './devcontainer-json.ts';
import { readVariable, splitAtVariables } from './devcontainer-variables.ts';

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** A shell sets these itself, and would complain each time. */
const FIXED_IN_SHELLS = ['BASHOPTS', 'BASH_VERSINFO', 'EUID', 'PPID', 'SHELLOPTS', 'UID'];

/** Name → value, with `${containerEnv:…}` not yet filled in; null takes a variable away. */
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
    const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
    if (!VARIABLE_NAME.test(name) || FIXED_IN_SHELLS.includes(name)) {
      problems.push(say('devcontainer.notAVariable', { name: what, line }));
    } else if (text === null && property === 'remoteEnv') variables.push([name, text]);
    else if (typeof text !== 'string') problems.push(say('devcontainer.textNeededInLine', { property: what, line }));
    else if (isText(text)) variables.push([name, text]);
    else problems.push(say('devcontainer.notText', { property: what, line }));
  }
  return Object.fromEntries(variables);
}

/**
 * The variables as shell lines: the shell looks up `${containerEnv:X}`, all of them as they were before any of these
 * lines.
 */
export function environmentFile(environment: Environment): string {
  const known = Object.entries(environment).map(([name, value], index) => ({ name, value, kept: `slipway_${index}` }));
  return [
    ...known.map(
      ({ value, kept }) =>
        `${kept}=${
          splitAtVariables(value ?? '')
            .map(inShell)
            .join('') || "''"
        }\n`,
    ),
    ...known.map(({ name, value, kept }) => (value === null ? `unset ${name}\n` : `${name}=$${kept}\n`)),
    ...known.map(({ kept }) => `unset ${kept}\n`),
  ].join('');
}

function inShell(part: string): string {
  const variable = /^\$\{(.*)\}$/.exec(part)?.[1];
  const { kind, name, otherwise } = readVariable(variable ?? '');
  if (kind !== 'containerEnv' || name === null) return part && quote(part);
  return VARIABLE_NAME.test(name) ? `\${${name}-${quote(otherwise ?? '')}}` : quote(otherwise ?? '');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
