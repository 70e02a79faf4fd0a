import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { hasGpu } from '../hosts/index.ts';
import { containerName, type InitProgress, LaunchError } from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';
import type { Devcontainer } from './devcontainer.ts';
import { STAGES, type Stage } from './devcontainer-commands.ts';
import { METADATA_LABEL, readImageMetadata } from './devcontainer-container.ts';
import { environmentFile } from './devcontainer-environment.ts';
import { explainMissing } from './devcontainer-requirements.ts';
import { type FoundDevcontainer, findDevcontainer, PROJECT_FOLDER } from './find-devcontainer.ts';
import { isOtherPort, keepPort } from './other-ports.ts';
import { OURS_FIRST } from './own-tools.ts';
import { runStages } from './run-project-commands.ts';
import { waitForIde } from './wait-until-ready.ts';

const MAX_PORTS = 50;
const CODE = 'W08';

/**
 * Read by every shell and by the IDE, see resources/images/base/profile.sh. The IDE's supervisor restarts it; the one
 * that ends must not be taken for the new one.
 */
const KEEP_ENVIRONMENT = `${OURS_FIRST}; install -d -m 755 /etc/slipway && install -m 640 -g dev /dev/stdin /etc/slipway/project-environment
  before=$(pgrep -u dev -f /code-server/out/node/entry.js) || exit 0
  kill -TERM $before
  for _ in {1..50}; do kill -0 $before 2>/dev/null || break; sleep 0.1; done`;

/** Adds the settings on standard input to VS Code's machine settings, which count more than those of the user. */
const KEEP_SETTINGS = `const known = (_, name, otherwise = '') => process.env[name] ?? otherwise;
const fill = (_, text) =>
  typeof text === 'string' ? text.replace(/\\$\\{containerEnv:([^:}\\n]*)(?::([^:}\\n]*))?[^}\\n]*\\}/g, known) : text;
const { existsSync, mkdirSync, readFileSync, writeFileSync } = require('node:fs');
const folder = '/home/dev/.local/share/code-server/Machine', file = folder + '/settings.json';
const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
const settings = { ...before, ...JSON.parse(readFileSync(0, 'utf8'), fill) };
mkdirSync(folder, { recursive: true });
writeFileSync(file, JSON.stringify(settings, null, 2) + '\\n');`;

/** Columns that a project changes. */
export type ProjectColumns = Partial<Pick<WorkspaceRecord, 'port3000' | 'port3030' | 'projectStage'>>;

type Needs = Pick<Dependencies, 'config' | 'db' | 'engines' | 'log'>;

interface Preparation {
  progress: InitProgress;
  signal: AbortSignal;
  /** Runs all commands, not only those that the file lets a workspace wait for. */
  toTheEnd?: boolean;
  /** The first command to run, where earlier ones ran in the copy it is launched from. */
  from?: Stage;
  /** Prepares a copy: runs only what comes before that command, and is told what fails. */
  copy?: { before: Stage; onFailed: (what: string) => void };
}

/**
 * Applies what maps from a cloned project's devcontainer.json, and runs the commands that the workspace waits for. The
 * rest is listed in the log.
 * @throws LaunchError at a first launch, if the file can't be followed or its commands take more than a workspace has
 */
export async function prepareProject(
  dependencies: Needs,
  engine: Engine,
  workspace: WorkspaceRecord,
  { progress, signal, toTheEnd = false, from = 'onCreateCommand', copy }: Preparation,
): Promise<ProjectColumns> {
  const found = await findDevcontainer(engine, workspace.id);
  if (!found) return {};
  if ('several' in found) {
    progress.say(CODE, say('devcontainer.severalFiles', { count: found.several }));
    return {};
  }
  const { place, wanted } = found;
  progress.say(CODE, say('workspaces.usingTool', { version: place }));
  const missing = await listMissing(dependencies, workspace, wanted);
  for (const sentence of explainImage(workspace, wanted)) progress.say(CODE, sentence);
  for (const sentence of [...wanted.problems, ...wanted.ignored, ...missing]) progress.say(CODE, sentence);
  if (wanted.refusals.length > 0) {
    // What was launched before must stay within reach.
    if (workspace.launchedAt === null) throw refused(place, wanted.refusals);
    for (const sentence of wanted.refusals) progress.say(CODE, sentence);
    return {};
  }
  const ports = await openPorts(dependencies, workspace, wanted, progress);
  const work = { engine, workspace, progress, signal, onFailed: copy?.onFailed };
  const projectStage = await evenIfItFails(dependencies, work, async () => {
    const environment = await withImages(engine, workspace, wanted);
    await setEnvironment(engine, workspace, environment, { progress, signal });
    await keepSettings(engine, workspace, wanted, progress);
    const waits = toTheEnd ? STAGES.length : wanted.waitFor;
    const before = copy ? STAGES.indexOf(copy.before) : waits;
    const limits = workspace.launchedAt === null ? { diskGb: workspace.diskGb } : undefined;
    return runStages({ ...work, limits }, wanted.commands, { from, before, onFailed: copy?.onFailed });
  });
  return { ...ports, projectStage };
}

/** Without an image of its own, whatever the file says of one. */
function explainImage({ projectImage }: WorkspaceRecord, { build, image, container }: Devcontainer): string[] {
  if (projectImage !== null) return [];
  const user = container.remoteUser ?? container.containerUser;
  const unused = build ?? image;
  return [
    ...(unused ? [say('devcontainer.imageNotUsed', { line: unused.line })] : []),
    ...(user === null ? [] : [say('devcontainer.runsAsDev')]),
  ];
}

function refused(file: string, reasons: readonly string[]): LaunchError {
  return new LaunchError([say('devcontainer.refused', { file }), ...reasons].join('\n'));
}

/**
 * At each later start: runs what the workspace waits for of the commands that an earlier run didn't get to, and of
 * postStartCommand.
 */
export async function startProject(
  dependencies: Needs,
  engine: Engine,
  workspace: WorkspaceRecord,
  { found, progress, signal }: { found: FoundDevcontainer; progress: InitProgress; signal: AbortSignal },
): Promise<Stage | null> {
  if (!found || 'several' in found) return null;
  const { commands, waitFor } = found.wanted;
  const work = { engine, workspace, progress, signal };
  return evenIfItFails(dependencies, work, async () =>
    runStages(work, commands, { from: workspace.projectStage ?? 'postStartCommand', before: waitFor }),
  );
}

interface Attempt {
  workspace: WorkspaceRecord;
  progress: InitProgress;
  signal: AbortSignal;
  onFailed?: ((what: string) => void) | undefined;
}

/** Nothing of a project keeps its workspace from starting. @throws what is worth another attempt */
async function evenIfItFails(
  { log }: Needs,
  { workspace, progress, signal, onFailed }: Attempt,
  prepare: () => Promise<Stage | null>,
): Promise<Stage | null> {
  try {
    return await prepare();
  } catch (error) {
    signal.throwIfAborted();
    if (!isEngineError(error) || isEngineError(error, 'unreachable', 'offline')) throw error;
    log.warn({ err: error, workspaceId: workspace.id }, 'project could not be prepared');
    progress.say(CODE, say('workspaces.stepsFailed'));
    onFailed?.(String(error));
    return null;
  }
}

async function listMissing(
  dependencies: Needs,
  { cpuCores, memoryMb, diskGb, serverId }: WorkspaceRecord,
  { requirements }: Devcontainer,
): Promise<string[]> {
  const gpu = requirements.gpu && (await hasGpu(dependencies, serverId));
  return explainMissing(requirements, { cpuCores, memoryMb, diskGb, gpu });
}

/** Every port has its own address, private to people who may open the workspace. */
async function openPorts(
  { db }: Pick<Dependencies, 'db'>,
  workspace: WorkspaceRecord,
  { ports, portLabels, ignoredPorts }: Devcontainer,
  progress: InitProgress,
): Promise<ProjectColumns> {
  const opened: ProjectColumns = {};
  for (const port of ports) {
    if (port !== 3000 && port !== 3030) continue;
    const column = `port${port}` as const;
    if (workspace[column] === 'disabled') opened[column] = 'http';
  }
  const others = new Set([...ports, ...portLabels.keys(), ...ignoredPorts].filter(isOtherPort));
  for (const port of [...others].slice(0, MAX_PORTS)) {
    const ignored = ignoredPorts.includes(port) && !ports.includes(port);
    await keepPort(db, workspace.id, { port, label: portLabels.get(port) ?? (ignored ? null : ''), ignored });
  }
  for (const port of ports) progress.say(CODE, say('workspaces.portUrl', { port }));
  return opened;
}

/** Its image's metadata has variables too; the file's count more. */
async function withImages(
  engine: Engine,
  { id, projectImage }: WorkspaceRecord,
  { containerEnv, remoteEnv }: Devcontainer,
): Promise<Pick<Devcontainer, 'containerEnv' | 'remoteEnv'>> {
  if (projectImage === null) return { containerEnv, remoteEnv };
  const { labels } = await engine.inspect(containerName('workspace', id));
  const image = readImageMetadata(labels[METADATA_LABEL], { folder: PROJECT_FOLDER, id });
  return {
    containerEnv: { ...image.containerEnv, ...containerEnv },
    remoteEnv: { ...image.remoteEnv, ...remoteEnv },
  };
}

async function setEnvironment(
  engine: Engine,
  { id, ide }: WorkspaceRecord,
  { containerEnv, remoteEnv }: Pick<Devcontainer, 'containerEnv' | 'remoteEnv'>,
  { progress, signal }: { progress: InitProgress; signal: AbortSignal },
): Promise<void> {
  const names = new Set([...Object.keys(containerEnv), ...Object.keys(remoteEnv)]);
  if (names.size === 0) return;
  const container = containerName('workspace', id);
  const request = {
    user: 'root',
    command: ['bash', '-c', KEEP_ENVIRONMENT],
    // remoteEnv comes second: its variables may be made of the container's.
    input: environmentFile(containerEnv) + environmentFile(remoteEnv),
  };
  await engine.run(container, request);
  if (ide !== 'none') await waitForIde(engine, container, signal);
  progress.say(CODE, say('workspaces.environmentSet', { names: [...names].join(', ') }));
}

async function keepSettings(
  engine: Engine,
  { id, ide }: WorkspaceRecord,
  { settings }: Devcontainer,
  progress: InitProgress,
): Promise<void> {
  if (ide === 'none' || Object.keys(settings).length === 0) return;
  // A login shell has the project's own variables.
  const command = ['bash', '-lc', 'exec /opt/node/24/bin/node -e "$1"', 'bash', KEEP_SETTINGS];
  const { exitCode } = await engine.run(containerName('workspace', id), { command, input: JSON.stringify(settings) });
  if (exitCode === 0) progress.say(CODE, say('devcontainer.settingsAdded'));
  else progress.say(CODE, say('devcontainer.settingsNotAdded'));
}
