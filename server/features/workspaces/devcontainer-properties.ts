const IMAGE = 'The workspace’s own image and the languages you picked take its place.';
const HOST = 'A workspace can’t change how its container or machine runs.';
const USER = 'Everything runs as the user dev.';
const COMMAND = 'Only postCreateCommand runs; add these steps to it or run them in a terminal.';
const ENVIRONMENT = 'Use containerEnv instead, which every shell and the IDE get.';
const FOLDER = 'The project is always in /home/dev/project.';
const EDITOR = 'Install extensions and change settings in the IDE.';

/** Each property of the specification: `true` if it's applied (or only describes the file), otherwise why it isn't. */
export const PROPERTIES: Readonly<Record<string, true | string>> = {
  ...{ $schema: true, name: true },
  ...{ forwardPorts: true, portsAttributes: true, containerEnv: true, postCreateCommand: true },
  ...{ image: IMAGE, build: IMAGE, dockerFile: IMAGE, context: IMAGE, features: IMAGE },
  ...{ overrideFeatureInstallOrder: IMAGE, dockerComposeFile: IMAGE, service: IMAGE, runServices: IMAGE },
  ...{ mounts: HOST, runArgs: HOST, privileged: HOST, capAdd: HOST, securityOpt: HOST, init: HOST },
  ...{ overrideCommand: HOST, shutdownAction: HOST, initializeCommand: HOST },
  ...{ containerUser: USER, remoteUser: USER, updateRemoteUserUID: USER },
  ...{ onCreateCommand: COMMAND, updateContentCommand: COMMAND, postStartCommand: COMMAND },
  ...{ postAttachCommand: COMMAND, waitFor: COMMAND },
  ...{ remoteEnv: ENVIRONMENT, userEnvProbe: 'Commands always get the environment of a login shell.' },
  ...{ workspaceFolder: FOLDER, workspaceMount: FOLDER },
  customizations: EDITOR,
  appPort: 'Use forwardPorts instead.',
  otherPortsAttributes: 'Name each port in portsAttributes instead.',
  hostRequirements: 'Pick the size of the workspace when you create it.',
  secrets: 'Add them as secrets in your profile.',
};

const UNKNOWN = 'The specification doesn’t have these properties.';
const MAX_NAMES = 20;
const MAX_NAME = 60;

/** For each reason why properties aren't applied, two sentences: which, and why. */
export function explainIgnored(names: readonly string[]): string[] {
  const byReason = Map.groupBy(names, (name) => (Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : UNKNOWN));
  byReason.delete(true);
  return [...byReason].flatMap(([reason, all]) => {
    const shown = all.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME));
    const more = all.length > shown.length ? ` and ${all.length - shown.length} more` : '';
    const listed = `${shown.join(', ')}${more}`;
    return [`Ignored in workspaces: ${listed}.`, String(reason)];
  });
}
