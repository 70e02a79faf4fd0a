import type { Located } from './devcontainer-json.ts';

const IMAGE = 'The workspace’s own image and the languages you picked take its place.';
const HOST = 'A workspace can’t change how its container or machine runs.';
const USER = 'Everything runs as the user dev.';
const FOLDER = 'The project is always in /home/dev/project.';
const TOOLS = 'Only settings of VS Code are applied; set up other tools in the workspace.';

/** Each property of the specification: `true` if it's applied (or only describes the file), otherwise why it isn't. */
export const PROPERTIES: Readonly<Record<string, true | string>> = {
  ...{ $schema: true, name: true },
  ...{ forwardPorts: true, portsAttributes: true, containerEnv: true, remoteEnv: true },
  ...{ onCreateCommand: true, updateContentCommand: true, postCreateCommand: true, postStartCommand: true },
  ...{ waitFor: true, hostRequirements: true, 'customizations.vscode.settings': true },
  ...{ image: IMAGE, build: IMAGE, dockerFile: IMAGE, context: IMAGE, features: IMAGE },
  ...{ overrideFeatureInstallOrder: IMAGE, dockerComposeFile: IMAGE, service: IMAGE, runServices: IMAGE },
  ...{ mounts: HOST, runArgs: HOST, privileged: HOST, capAdd: HOST, securityOpt: HOST, init: HOST },
  ...{ overrideCommand: HOST, shutdownAction: HOST },
  ...{ containerUser: USER, remoteUser: USER, updateRemoteUserUID: USER },
  initializeCommand: 'It would run on the machine outside of the workspace. Use onCreateCommand instead.',
  postAttachCommand: 'Nothing runs when you open an editor or a terminal. Use postStartCommand instead.',
  userEnvProbe: 'Commands always get the environment of a login shell.',
  ...{ workspaceFolder: FOLDER, workspaceMount: FOLDER },
  'customizations.vscode.extensions': 'Install them in the IDE, whose gallery is Open VSX.',
  customizations: TOOLS,
  appPort: 'Use forwardPorts instead.',
  otherPortsAttributes: 'Name each port in portsAttributes instead.',
  secrets: 'Add them as secrets in your profile.',
};

const UNKNOWN = 'The specification doesn’t have these properties.';
const MAX_NAMES = 20;
const MAX_NAME = 60;

/** The names of a file's properties, with those of each tool's part of `customizations` instead of that. */
export function listParts(properties: Map<string, Located>): string[] {
  return [...properties].flatMap(([name, { children }]) => {
    if (name !== 'customizations') return [name];
    return children.flatMap(([tool, part]) =>
      tool === 'vscode' ? part.children.map(([each]) => `${name}.${tool}.${each}`) : [`${name}.${tool}`],
    );
  });
}

function reasonOf(name: string): true | string {
  if (Object.hasOwn(PROPERTIES, name)) return PROPERTIES[name] ?? UNKNOWN;
  return name.startsWith('customizations.') ? TOOLS : UNKNOWN;
}

/** For each reason why properties aren't applied, two sentences: which, and why. */
export function explainIgnored(names: readonly string[]): string[] {
  const byReason = Map.groupBy(names, reasonOf);
  byReason.delete(true);
  return [...byReason].flatMap(([reason, all]) => {
    const shown = all.slice(0, MAX_NAMES).map((name) => name.slice(0, MAX_NAME));
    const more = all.length > shown.length ? ` and ${all.length - shown.length} more` : '';
    const listed = `${shown.join(', ')}${more}`;
    return [`Ignored in workspaces: ${listed}.`, String(reason)];
  });
}
