// Sets up what is missing, then starts the product. Plain JavaScript without packages: it must run on any Node >= 20,
// before anything is installed.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { passSignalsOn, pause, run, stopped, stopWithNpm } from './children.mjs';
import { onlyThisMachine } from './own-machine.mjs';
import { buildUi, installPackages, NODE, ROOT, say, step } from './setup.mjs';
import { isFault, supervise } from './supervise.mjs';

const flags = new Set(process.argv.slice(2));
const watch = flags.has('--watch');

/** Types stripped and code compiled once: the next start takes a third less processor time. */
const COMPILE_CACHE = path.join(ROOT, 'node_modules/.cache/node');

if (Number(process.versions.node.split('.')[0]) < 20)
  fail(new Error('Slipway needs Node.js 20 or newer to start. See https://nodejs.org.'));

passSignalsOn();
stopWithNpm();
try {
  await installPackages();
  if (flags.has('--help')) {
    process.exit((await runServer(['--help'])).code ?? 1);
  } else if (flags.has('--check')) {
    process.exit(await check());
  } else if (flags.has('--backup') || flags.has('--restore')) {
    process.exit(await backUpOrRestore());
  } else {
    process.exit(await start());
  }
} catch (error) {
  if (stopped()) process.exit(1);
  fail(error);
}

/** Tries what is there, and starts nothing. */
async function check() {
  const { socketPath } = await import('../compute/prepare-engine.mjs');
  return (await runServer(['--check'], { SLIPWAY_DOCKER_SOCKET: socketPath() })).code ?? 1;
}

/** On a new machine, a restore sets up the engine first. */
async function backUpOrRestore() {
  const { prepareEngine, socketPath } = await import('../compute/prepare-engine.mjs');
  const engine = flags.has('--restore') ? await step('Container engine', () => prepareEngine({ log: say })) : null;
  try {
    const socket = process.env.SLIPWAY_DOCKER_SOCKET ?? engine?.socket ?? socketPath();
    return (await runServer(process.argv.slice(2), { SLIPWAY_DOCKER_SOCKET: socket })).code ?? 1;
  } finally {
    if (engine?.stop) await engine.stop();
  }
}

/** Resolves to the exit code. */
async function start() {
  const { prepareEngine } = await import('../compute/prepare-engine.mjs');
  const engine = await step('Container engine', () => prepareEngine({ log: say }));
  try {
    if (!watch) await buildUi();
    if (stopped()) return 1;
    const developing = (watch || !process.env.DATABASE_URL) && onlyThisMachine(process.env);
    const environment = { SLIPWAY_DEVELOPMENT: process.env.SLIPWAY_DEVELOPMENT ?? String(developing) };
    if (engine?.socket) environment.SLIPWAY_DOCKER_SOCKET = process.env.SLIPWAY_DOCKER_SOCKET ?? engine.socket;
    return await (watch ? serveWatching(environment) : serve(environment));
  } finally {
    if (engine?.stop) await engine.stop();
  }
}

/** The server, started again whenever it ends by a fault; the engine, the database and workspaces go on meanwhile. */
async function serve(environment) {
  const args = flags.has('--seed') ? ['--seed'] : [];
  let leftDatabase = false;
  const runOnce = async () => {
    const end = await runServer(args, environment);
    // One that was told twice to stop, or took too long, ends with 1 and had no time for its database.
    if (isFault(end) || (stopped() && end.code !== 0)) leftDatabase = true;
    if (end.code === 0) leftDatabase = false;
    return end;
  };
  const code = await supervise({ run: runOnce, pause, stopped, now: () => performance.now(), say });
  if (leftDatabase) await stopDatabase(environment);
  return code;
}

/** A second Ctrl+C can end it in the moment before it has a process group of its own: then it begins again. */
async function stopDatabase(environment) {
  const begin = () => runHere([path.join(ROOT, 'server/dev/stop-database.ts')], environment, { atTheEnd: true }).ended;
  for (let end = await begin(); end.signal === 'SIGINT'; ) end = await begin();
}

/** Node's own watcher starts the server again after a change. */
async function serveWatching(environment) {
  const ui = runHere([path.join(ROOT, 'node_modules/vite/bin/vite.js')]);
  const { code } = await runServer(
    ['--seed'].filter((flag) => flags.has(flag)),
    environment,
  );
  ui.child.kill('SIGTERM');
  return code ?? 1;
}

function runServer(args, environment = {}) {
  const watching = watch ? ['--watch', '--watch-preserve-output'] : [];
  const main = ['--disable-warning=ExperimentalWarning', ...watching, path.join(ROOT, 'server/dev/main.ts'), ...args];
  return runHere(main, environment).ended;
}

function runHere(args, environment = {}, when = {}) {
  const env = { NODE_COMPILE_CACHE: COMPILE_CACHE, ...process.env, ...environment };
  return run(NODE, args, { stdio: 'inherit', cwd: ROOT, env }, when);
}

function fail(error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  if (error instanceof Error && process.env.SLIPWAY_LOG_LEVEL === 'debug') process.stderr.write(`${error.stack}\n`);
  if (!existsSync(path.join(ROOT, 'package.json'))) process.stderr.write('Run this from a checkout of Slipway.\n');
  process.exit(1);
}
