import { createHash } from 'node:crypto';
import { type Located, readJsonFile } from './devcontainer-json.ts';
import { explainIgnored } from './devcontainer-properties.ts';

const MAX_LABEL = 60;
const MAX_SHOWN = 60;
const MAX_PROBLEMS = 30;
const ENVIRONMENT_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export interface Devcontainer {
  /** Ports of the workspace itself; `db:5432` names another container, and there is none. */
  ports: number[];
  /** Port → what the project calls it. */
  portLabels: Map<number, string>;
  /** Ports that nobody wants to be told of. */
  ignoredPorts: number[];
  /** Name → value, with `${…}` not yet expanded. */
  environment: Record<string, string>;
  /** Commands to run once, at the same time; named if there are several. */
  commands: { name: string | null; command: string[] }[];
  /** Which properties, such as `image` and `features`, have no meaning here, and why, in sentences. */
  ignored: string[];
  /** Values that can't be used as written, in sentences with their line. */
  problems: string[];
}

/** Reads a devcontainer.json, with comments and trailing commas (containers.dev/implementors/json_reference). */
export function readDevcontainer(text: string): Devcontainer {
  const { root, problems } = readJsonFile(text);
  const found: Devcontainer = {
    ...{ ports: [], portLabels: new Map(), ignoredPorts: [] },
    ...{ environment: {}, commands: [], ignored: [], problems },
  };
  if (!root) return found;
  const properties = new Map(root.children);
  found.ignored = explainIgnored([...properties.keys()]);
  readForwardPorts(properties.get('forwardPorts'), found);
  readPortsAttributes(properties.get('portsAttributes'), found);
  readEnvironment(properties.get('containerEnv'), found);
  readCommands(properties.get('postCreateCommand'), found);
  const more = found.problems.length - MAX_PROBLEMS;
  if (more > 0) found.problems.splice(MAX_PROBLEMS, more, `There are ${more} more problems like these.`);
  return found;
}

function readForwardPorts(list: Located | undefined, { ports, problems }: Devcontainer): void {
  if (!list) return;
  if (!Array.isArray(list.value)) {
    problems.push(`forwardPorts in line ${list.line} must be a list of ports, so it was ignored.`);
    return;
  }
  for (const [, { value, line }] of list.children) {
    const port = portOf(value);
    if (port) ports.push(port);
    else problems.push(`forwardPorts in line ${line} names ${show(value)}, which is not a port of the workspace.`);
  }
}

function readPortsAttributes(table: Located | undefined, found: Devcontainer): void {
  if (!table) return;
  if (!isObject(table.value)) {
    found.problems.push(`portsAttributes in line ${table.line} must be an object, so it was ignored.`);
    return;
  }
  for (const [name, { value, line, children }] of table.children) {
    const port = portOf(name);
    const where = `portsAttributes ${show(name)} in line ${line}`;
    if (!port) found.problems.push(`${where} is not a single port of the workspace, so it was ignored.`);
    else if (!isObject(value)) found.problems.push(`${where} must be an object, so it was ignored.`);
    else readPort(port, new Map(children), found);
  }
}

function readPort(port: number, attributes: Map<string, Located>, found: Devcontainer): void {
  for (const [name, { value, line }] of attributes) {
    if (name !== 'label' && name !== 'onAutoForward') continue;
    if (typeof value !== 'string') found.problems.push(`${name} in line ${line} must be text, so it was ignored.`);
    else if (name === 'label' && value.trim()) found.portLabels.set(port, value.trim().slice(0, MAX_LABEL));
    else if (name === 'onAutoForward' && value === 'ignore') found.ignoredPorts.push(port);
  }
}

function readEnvironment(table: Located | undefined, found: Devcontainer): void {
  if (!table) return;
  if (!isObject(table.value)) {
    found.problems.push(`containerEnv in line ${table.line} must be an object, so it was ignored.`);
    return;
  }
  const variables: [string, string][] = [];
  for (const [name, { value, line }] of table.children) {
    const where = `containerEnv ${show(name)} in line ${line}`;
    if (!ENVIRONMENT_NAME.test(name)) found.problems.push(`${where} is not a variable’s name, so it was ignored.`);
    else if (typeof value !== 'string') found.problems.push(`${where} must be text, so it was ignored.`);
    else if (!isText(value)) found.problems.push(`${where} must be text without NUL characters, so it was ignored.`);
    else variables.push([name, value]);
  }
  found.environment = Object.fromEntries(variables);
}

function readCommands(command: Located | undefined, found: Devcontainer): void {
  if (!command) return;
  const several = isObject(command.value);
  for (const [name, { value, line }] of several ? command.children : [['', command] as const]) {
    const wanted = argumentsOf(value);
    if (wanted) found.commands.push({ name: several ? name : null, command: wanted });
    else {
      const where = several ? `postCreateCommand ${show(name)}` : 'postCreateCommand';
      found.problems.push(`${where} in line ${line} must be text or a list of texts, so it was ignored.`);
    }
  }
}

/** A text is for a shell, a list is a program and its arguments. */
function argumentsOf(command: unknown): string[] | null {
  if (isText(command) && command) return ['/bin/sh', '-c', command];
  return Array.isArray(command) && command.length > 0 && command.every(isText) ? command : null;
}

/** `3000`, `"3000"` and `"localhost:3000"`; null for ranges, patterns and other hosts. */
function portOf(value: unknown): number | null {
  const [, digits] = /^(?:localhost:)?(\d{1,5})$/.exec(String(value)) ?? [];
  const port = Number(digits ?? 0);
  return port > 0 && port <= 65_535 ? port : null;
}

/** No program can be given a NUL. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && !value.includes('\0');
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function show(value: unknown): string {
  return (typeof value === 'string' ? value : JSON.stringify(value)).slice(0, MAX_SHOWN);
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
export function environmentFile(environment: Record<string, string>, place: ProjectPlace): string {
  const quote = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const lines = Object.entries(environment).map(([name, value]) => {
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
