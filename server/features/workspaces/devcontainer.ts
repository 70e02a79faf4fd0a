import { isFreeName, isVariableName } from '#shared/features/secrets/model.ts';
import { say } from '../../platform/say.ts';
import { readBuild, type WantedBuild } from './devcontainer-build.ts';
import { type Commands, readCommands, readWaitFor, refuseTooMany } from './devcontainer-commands.ts';
import { type ContainerWishes, readContainerWishes, readImage } from './devcontainer-container.ts';
import { type Environment, readEnvironment } from './devcontainer-environment.ts';
import { isObject, type Located, notAnObject, readJsonFile, show, wordOf } from './devcontainer-json.ts';
import { explainIgnored, listFollowed, listParts } from './devcontainer-properties.ts';
import { readRefusals } from './devcontainer-refusals.ts';
import { type HostRequirements, readHostRequirements } from './devcontainer-requirements.ts';
import type { ProjectPlace } from './devcontainer-variables.ts';

const MAX_LABEL = 60;
const MAX_PROBLEMS = 30;
const MAX_FOLLOWED = 30;
const MAX_SECRETS = 20;

export interface Devcontainer {
  /** The image it wants to have built; null if it needs no build. */
  build: WantedBuild | null;
  /** The image it names, and the line; null if it names none, or has it built from a Dockerfile. */
  image: { reference: string; line: number } | null;
  container: ContainerWishes;
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
  /** Names of the secrets that the project wants. */
  secrets: string[];
  /** The properties that are applied. */
  followed: string[];
  /** Which properties, such as `features`, have no meaning here, and why, in sentences. */
  ignored: string[];
  /** Values that can't be used as written, in sentences with their line. */
  problems: string[];
  /** Why no workspace may be launched with it, in sentences; mostly empty. */
  refusals: string[];
}

/**
 * Reads a devcontainer.json as its reference implementation does, with comments, trailing commas and variables
 * (containers.dev/implementors/json_reference).
 */
export function readDevcontainer(text: string, place: ProjectPlace): Devcontainer {
  const file = readJsonFile(text, place);
  const problems = file.root ? file.problems : [];
  const properties = new Map(file.root?.children);
  const commands = readCommands(properties, problems);
  const refusals: string[] = [];
  const { file: name = '.devcontainer/devcontainer.json', folder } = place;
  const build = readBuild(properties, { place: name, projectFolder: folder, problems, refusals });
  const found: Devcontainer = {
    build,
    ...{ ports: [], portLabels: new Map(), ignoredPorts: [], problems, commands },
    followed: listFollowed(properties).slice(0, MAX_FOLLOWED),
    ignored: explainIgnored(listParts(properties)),
    image: readImage(properties, problems),
    container: readContainerWishes(properties, problems),
    containerEnv: readEnvironment('containerEnv', properties.get('containerEnv'), problems),
    remoteEnv: readEnvironment('remoteEnv', properties.get('remoteEnv'), problems),
    waitFor: readWaitFor(properties.get('waitFor'), problems),
    requirements: readHostRequirements(properties.get('hostRequirements'), problems),
    settings: readSettings(properties, problems),
    secrets: readSecrets(properties.get('secrets'), problems),
    refusals: file.root ? [...readRefusals(properties), ...refusals, ...refuseTooMany(commands)] : [file.refusal],
  };
  readForwardPorts(properties.get('forwardPorts'), found);
  readPortsAttributes(properties.get('portsAttributes'), found);
  for (const list of [problems, found.refusals]) shorten(list);
  return found;
}

/** Whether workspaces are made of an image of the project's own; what is refused anyhow has none. */
export function hasOwnImage({ build, image, refusals }: Devcontainer): boolean {
  return refusals.length === 0 && (build !== null || image !== null);
}

function shorten(list: string[]): void {
  const more = list.length - MAX_PROBLEMS;
  if (more > 0) list.splice(MAX_PROBLEMS, more, say('devcontainer.moreProblems', { count: more }));
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
    if (port && !ports.includes(port)) ports.push(port);
    else if (!port) problems.push(say('devcontainer.noSuchPort', { property: what, line, value: show(value) }));
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

/** Of `customizations.vscode`, and below them those where older files have them; `listParts` names what else is there. */
function readSettings(properties: Map<string, Located>, problems: string[]): Record<string, unknown> {
  const customizations = inside(properties, 'customizations', problems);
  const vscode = inside(customizations, 'vscode', problems, 'customizations.vscode');
  const settings = [
    inside(properties, 'settings', problems),
    inside(vscode, 'settings', problems, 'customizations.vscode.settings'),
  ];
  return Object.fromEntries(settings.flatMap((each) => [...each].map(([name, { value }]) => [name, value])));
}

/** What an object within another has; empty if it isn't there. */
function inside(parent: Map<string, Located>, name: string, problems: string[], shown = name): Map<string, Located> {
  const found = parent.get(name);
  if (found && !isObject(found.value)) problems.push(notAnObject(shown, found.line));
  return new Map(isObject(found?.value) ? found?.children : []);
}

/** Those that a secret here can have. */
function readSecrets(table: Located | undefined, problems: string[]): string[] {
  if (!table) return [];
  if (!isObject(table.value)) {
    problems.push(notAnObject('secrets', table.line));
    return [];
  }
  const names = table.children.map(([name]) => name).filter((name) => isVariableName(name) && isFreeName(name));
  return names.filter((name) => name.length <= MAX_LABEL).slice(0, MAX_SECRETS);
}
