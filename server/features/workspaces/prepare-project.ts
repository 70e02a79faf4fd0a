import type { Engine } from '../../compute/engine.ts';
import { isEngineError } from '../../compute/engine-error.ts';
import { MINUTE } from '../../platform/clock.ts';
import type { Dependencies } from '../context.ts';
import { abortable, containerName, type InitProgress } from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { type Devcontainer, environmentFile, expandCommand, readDevcontainer } from './devcontainer.ts';
import { MAX_DEVCONTAINER_BYTES } from './devcontainer-json.ts';
import { isOtherPort, keepPort } from './other-ports.ts';
import { waitForIde } from './wait-until-ready.ts';

const FOLDER = '/home/dev/project';
const PLACES = ['.devcontainer/devcontainer.json', '.devcontainer.json', 'devcontainer.json'];
const MAX_PORTS = 50;
const COMMAND_TIMEOUT_MS = 10 * MINUTE;
const CODE = 'W08';

/** The first of $@ that exists; its name in the first line. */
const READ = `for place; do if [ -f "$place" ]; then echo "$place"; head -c ${MAX_DEVCONTAINER_BYTES + 1} "$place"; exit; fi; done`;
/** The environment of a login shell, without what doesn't concern the project. */
const RUN = `unset SLIPWAY_AGENT_TOKEN SLIPWAY_DATABASE_PASSWORD; . /etc/profile >/dev/null 2>&1; cd ${FOLDER} && exec "$@"`;
/** Read by every shell and by the IDE, see resources/images/base/profile.sh; the IDE's supervisor restarts it. */
const KEEP_ENVIRONMENT = `install -d -m 755 /etc/slipway && install -m 640 -g dev /dev/stdin /etc/slipway/project-environment
  pkill -TERM -u dev -f /code-server/out/node/entry.js || true`;

/** Columns that a project changes. */
export type ProjectPorts = Partial<Pick<WorkspaceRecord, 'port3000' | 'port3030'>>;

/**
 * Applies what maps from a cloned project's devcontainer.json: forwardPorts, containerEnv, postCreateCommand. The rest
 * is listed in the log; nothing in it fails a launch.
 */
export async function prepareProject(
  dependencies: Pick<Dependencies, 'config' | 'db' | 'log'>,
  engine: Engine,
  workspace: WorkspaceRecord,
  { progress, signal }: { progress: InitProgress; signal: AbortSignal },
): Promise<ProjectPorts> {
  const container = containerName('workspace', workspace.id);
  const { stdout } = await engine.run(container, { command: ['sh', '-c', READ, 'sh', ...PLACES], cwd: FOLDER });
  if (!stdout) return {};
  const end = stdout.indexOf('\n');
  const wanted = readDevcontainer(stdout.slice(end + 1));
  progress.say(CODE, `Using ${stdout.slice(0, end)}.`);
  for (const sentence of [...wanted.problems, ...wanted.ignored]) progress.say(CODE, sentence);
  const place = { folder: FOLDER, id: workspace.id };
  const commands = wanted.commands.map(({ name, command }) => ({ name, command: expandCommand(command, place) }));
  const ports = await openPorts(dependencies, workspace, wanted, progress);
  try {
    await setEnvironment(engine, workspace, wanted.environment, { progress, signal });
    await abortable(signal, Promise.all(commands.map((each) => runCommand(engine, container, each, progress))));
  } catch (error) {
    signal.throwIfAborted();
    if (!isEngineError(error) || isEngineError(error, 'unreachable', 'offline')) throw error;
    dependencies.log.warn({ err: error, workspaceId: workspace.id }, 'project could not be prepared');
    progress.say(CODE, 'Some steps failed. The workspace starts anyway.');
  }
  return ports;
}

/** Every port has its own address, private to people who may open the workspace. */
async function openPorts(
  { db }: Pick<Dependencies, 'db'>,
  workspace: WorkspaceRecord,
  { ports, portLabels, ignoredPorts }: Devcontainer,
  progress: InitProgress,
): Promise<ProjectPorts> {
  const opened: ProjectPorts = {};
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
  for (const port of ports) progress.say(CODE, `Port ${port} has its own URL. You’ll find it on the workspace’s page.`);
  return opened;
}

async function setEnvironment(
  engine: Engine,
  { id }: WorkspaceRecord,
  environment: Devcontainer['environment'],
  { progress, signal }: { progress: InitProgress; signal: AbortSignal },
): Promise<void> {
  const names = Object.keys(environment);
  if (names.length === 0) return;
  const container = containerName('workspace', id);
  const request = {
    user: 'root',
    command: ['bash', '-c', KEEP_ENVIRONMENT],
    input: environmentFile(environment, { folder: FOLDER, id }),
  };
  await engine.run(container, request);
  await waitForIde(engine, container, signal);
  progress.say(CODE, `Shells and the IDE now have ${names.join(', ')}.`);
}

async function runCommand(
  engine: Engine,
  container: string,
  { name, command }: Devcontainer['commands'][number],
  progress: InitProgress,
): Promise<void> {
  const label = name ? `postCreateCommand ${name}` : 'postCreateCommand';
  const again = 'The workspace starts anyway. Run it again in a terminal.';
  progress.say(CODE, `Running ${label}: ${(command[1] === '-c' ? command.slice(2) : command).join(' ')}`);
  const told = progress.output(CODE);
  try {
    const { exitCode } = await engine.run(
      container,
      { command: ['bash', '-c', RUN, 'bash', ...command], onOutput: (line) => told(name ? `${name}: ${line}` : line) },
      { timeoutMs: COMMAND_TIMEOUT_MS },
    );
    progress.say(CODE, exitCode === 0 ? `${label} is done.` : `${label} ended with exit code ${exitCode}. ${again}`);
  } catch (error) {
    if (!isEngineError(error, 'timeout')) throw error;
    progress.say(CODE, `${label} took longer than ${COMMAND_TIMEOUT_MS / MINUTE} minutes and was ended. ${again}`);
  }
}
