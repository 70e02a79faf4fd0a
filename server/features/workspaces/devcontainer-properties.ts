import { say } from '../../platform/say.ts';
import type { Located } from './devcontainer-json.ts';

const IMAGE = say('devcontainer.ownImage');
const AFRESH = say('devcontainer.buildsAfresh');
const HOST = say('devcontainer.machineFixed');
const FOLDER = say('devcontainer.projectFolder');
const TOOLS = say('devcontainer.onlyVscode');
const EXTENSIONS = say('devcontainer.extensionsInIde');
const LOCAL_PORT = say('devcontainer.noLocalPort');

/**
 * Each property of the specification, and what is in those that have properties of their own: `true` if it's applied (or
 * only describes the file), otherwise why it isn't.
 */
export const PROPERTIES: Readonly<Record<string, true | string>> = {
  ...{ $schema: true, name: true },
  ...{ forwardPorts: true, portsAttributes: true, 'portsAttributes.label': true },
  ...{ 'portsAttributes.onAutoForward': true, 'portsAttributes.protocol': say('devcontainer.portMode') },
  ...{ 'portsAttributes.requireLocalPort': LOCAL_PORT, 'portsAttributes.elevateIfNeeded': LOCAL_PORT },
  ...{ containerEnv: true, remoteEnv: true },
  ...{ onCreateCommand: true, updateContentCommand: true, postCreateCommand: true, postStartCommand: true },
  ...{ waitFor: true, hostRequirements: true, 'hostRequirements.cpus': true, 'hostRequirements.memory': true },
  ...{ 'hostRequirements.storage': true, 'hostRequirements.gpu': true },
  ...{ 'customizations.vscode.settings': true, settings: true },
  ...{ image: true, build: true, 'build.dockerfile': true, 'build.context': true, 'build.args': true },
  ...{ 'build.target': true, 'build.cacheFrom': AFRESH, 'build.options': AFRESH, dockerFile: true, context: true },
  ...{ features: true, overrideFeatureInstallOrder: true, dockerComposeFile: IMAGE },
  ...{ service: IMAGE, runServices: IMAGE },
  ...{ mounts: HOST, runArgs: HOST, privileged: HOST, capAdd: HOST, securityOpt: HOST, init: true },
  ...{ overrideCommand: true, shutdownAction: HOST },
  ...{ containerUser: true, remoteUser: true, updateRemoteUserUID: say('devcontainer.uidStays') },
  initializeCommand: say('devcontainer.runsOutside'),
  postAttachCommand: say('devcontainer.attachNotFollowed'),
  userEnvProbe: say('devcontainer.loginEnvironment'),
  ...{ workspaceFolder: FOLDER, workspaceMount: FOLDER },
  ...{ 'customizations.vscode.extensions': EXTENSIONS, extensions: EXTENSIONS },
  ...{ customizations: TOOLS, devPort: TOOLS },
  appPort: say('devcontainer.useForwardPorts'),
  otherPortsAttributes: say('devcontainer.namePorts'),
  secrets: say('devcontainer.useSecrets'),
};

const UNKNOWN = say('devcontainer.unknownProperties');
const MAX_NAMES = 20;
const MAX_NAME = 60;

/** The names of a file's properties, with what is in those that are applied in part. */
export function listParts(properties: Map<string, Located>): string[] {
  const names = [...properties].flatMap(([name, { children }]) => {
    if (name === 'build' || name === 'hostRequirements') return prefixed(name, children);
    if (name === 'portsAttributes') return children.flatMap(([, port]) => prefixed(name, port.children));
    if (name !== 'customizations') return [name];
    return children.flatMap(([tool, part]) =>
      tool === 'vscode' ? prefixed(`${name}.${tool}`, part.children) : [`${name}.${tool}`],
    );
  });
  return [...new Set(names)];
}

function prefixed(parent: string, children: Located['children']): string[] {
  return children.map(([name]) => `${parent}.${name}`);
}

function reasonOf(name: string): true | string {
  if (Object.hasOwn(PROPERTIES, name)) return PROPERTIES[name] ?? UNKNOWN;
  return name.startsWith('customizations.') ? TOOLS : UNKNOWN;
}

/** The properties of a file that are applied, if only in part. */
export function listFollowed(properties: Map<string, Located>): string[] {
  const applied = listParts(properties).filter((name) => reasonOf(name) === true);
  return [
    ...new Set(applied.map((name) => /^(?:build|hostRequirements|portsAttributes)(?=\.)/.exec(name)?.[0] ?? name)),
  ];
}

/** For each reason why properties aren't applied, two sentences: which, and why. */
export function explainIgnored(names: readonly string[]): string[] {
  const byReason = Map.groupBy(names, reasonOf);
  byReason.delete(true);
  return [...byReason].flatMap(([reason, all]) => {
    const shown = all.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME));
    const more = all.length > shown.length ? ` and ${all.length - shown.length} more` : '';
    const listed = `${shown.join(', ')}${more}`;
    return [say('devcontainer.ignored', { properties: listed }), String(reason)];
  });
}
