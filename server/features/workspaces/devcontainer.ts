import { say } from '../../platform/say.ts';
import { type Commands, readCommands, readWaitFor } from './devcontainer-commands.ts';
import { type Environment, readEnvironment } from './devcontainer-environment.ts';
import { isObject, type Located, notAnObject, readJsonFile, show, wordOf } from './devcontainer-json.ts';
import { explainIgnored, isFollowed, listParts } from './devcontainer-properties.ts';
import { type HostRequirements, readHostRequirements } from './devcontainer-requirements.ts';

const MAX_LABEL = 60;
const MAX_PROBLEMS = 30;
const MAX_FOLLOWED = 30;

export interface Devcontainer {
  /** Ports of the workspace itself; `db:5432` names another container, and there is none. */
  ports: number[];
  /** Port → what the project calls it. */
  portLabels: Map<number, string>;
  /** Ports that nobody wants to be told of. */
  ignoredPorts: number[];
  containerEnv: Environment;
  remoteEnv: Environment;
  commands: Commands;
  /** How many of the commands' stages the workspace waits for before it is Active. */
  waitFor: number;
  requirements: HostRequirements;
  /** Machine settings of VS Code. */
  settings: Record<string, unknown>;
  /** The properties that are applied. */
  followed: string[];
  /** Which properties, such as `image` and `features`, have no meaning here, and why, in sentences. */
  ignored: string[];
  /** Values that can't be used as written, in sentences with their line. */
  problems: string[];
}

/** Reads a devcontainer.json, with comments and trailing commas (containers.dev/implementors/json_reference). */
export function readDevcontainer(text: string): Devcontainer {
  const { root, problems } = readJsonFile(text);
  const properties = new Map(root?.children);
  const found: Devcontainer = {
    ...{ ports: [], portLabels: new Map(), ignoredPorts: [], problems },
    followed: listParts(properties).filter(isFollowed).slice(0, MAX_FOLLOWED),
    ignored: explainIgnored(listParts(properties)),
    containerEnv: readEnvironment('containerEnv', properties.get('containerEnv'), problems),
    remoteEnv: readEnvironment('remoteEnv', properties.get('remoteEnv'), problems),
    commands: readCommands(properties, problems),
    waitFor: readWaitFor(properties.get('waitFor'), problems),
    requirements: readHostRequirements(properties.get('hostRequirements'), problems),
    settings: readSettings(properties.get('customizations'), problems),
  };
  readForwardPorts(properties.get('forwardPorts'), found);
  readPortsAttributes(properties.get('portsAttributes'), found);
  const more = problems.length - MAX_PROBLEMS;
  if (more > 0) problems.splice(MAX_PROBLEMS, more, say('devcontainer.moreProblems', { count: more }));
  return found;
}

function readForwardPorts(list: Located | undefined, { ports, problems }: Devcontainer): void {
  if (!list) return;
  const what = 'forwardPorts';
  if (!Array.isArray(list.value)) {
    problems.push(say('devcontainer.notPorts', { property: what, line: list.line }));
    return;
  }
  for (const [, { value, line }] of list.children) {
    const port = portOf(value);
    if (port) ports.push(port);
    else problems.push(say('devcontainer.noSuchPort', { property: what, line, value: show(value) }));
  }
}

function readPortsAttributes(table: Located | undefined, found: Devcontainer): void {
  if (!table) return;
  if (!isObject(table.value)) {
    found.problems.push(notAnObject('portsAttributes', table.line));
    return;
  }
  for (const [name, { value, line, children }] of table.children) {
    const port = portOf(name);
    const what = `portsAttributes ${show(name)}`;
    if (!port) found.problems.push(say('devcontainer.notAPort', { property: what, line }));
    else if (!isObject(value)) found.problems.push(notAnObject(what, line));
    else readPort(port, new Map(children), found);
  }
}

function readPort(port: number, attributes: Map<string, Located>, found: Devcontainer): void {
  for (const [name, { value, line }] of attributes) {
    if (name !== 'label' && name !== 'onAutoForward') continue;
    if (typeof value !== 'string') found.problems.push(say('devcontainer.textNeededInLine', { property: name, line }));
    else if (name === 'label' && value.trim()) found.portLabels.set(port, value.trim().slice(0, MAX_LABEL));
    else if (name === 'onAutoForward' && value === 'ignore') found.ignoredPorts.push(port);
  }
}

/** `3000`, `"3000"` and `"localhost:3000"`; null for ranges, patterns and other hosts. */
function portOf(value: unknown): number | null {
  const [, digits] = /^(?:localhost:)?(\d{1,5})$/.exec(wordOf(value)) ?? [];
  const port = Number(digits ?? 0);
  return port > 0 && port <= 65_535 ? port : null;
}

/** `customizations.vscode.settings`; what else is in there, `listParts` names. */
function readSettings(customizations: Located | undefined, problems: string[]): Record<string, unknown> {
  const vscode = new Map(customizations?.children).get('vscode');
  const settings = new Map(vscode?.children).get('settings');
  if (!settings) return {};
  if (isObject(settings.value)) return settings.value;
  problems.push(notAnObject('customizations.vscode.settings', settings.line));
  return {};
}
