// Sets up what is missing, then starts the product. Plain JavaScript without packages: it must run on any Node >= 20,
// before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { onlyThisMachine } from './own-machine.mjs';
import { buildUi, installPackages, NODE, ROOT, say, step } from './setup.mjs';

const flags = new Set(process.argv.slice(2));
const watch = flags.has('--watch');

if (Number(process.versions.node.split('.')[0]) < 20)
  fail(new Error('Slipway needs Node.js 20 or newer to start. See https://nodejs.org.'));

try {
  await installPackages();
  if (flags.has('--help')) {
    await runServer(['--help']);
  } else {
    await start();
  }
} catch (error) {
  fail(error);
}

async function start() {
  const { prepareEngine } = await import('../compute/prepare-engine.mjs');
  const engine = await step('Container engine', () => prepareEngine({ log: say }));
  if (!watch) await buildUi();
  const children = [];
  if (watch) children.push(run(NODE, [path.join(ROOT, 'node_modules/vite/bin/vite.js')]));
  const developing = (watch || !process.env.DATABASE_URL) && onlyThisMachine(process.env);
  const environment = { SLIPWAY_DEVELOPMENT: process.env.SLIPWAY_DEVELOPMENT ?? String(developing) };
  if (engine?.socket) environment.SLIPWAY_DOCKER_SOCKET = process.env.SLIPWAY_DOCKER_SOCKET ?? engine.socket;
  const code = await runServer([...(flags.has('--seed') ? ['--seed'] : [])], environment);
  for (const child of children) child.kill('SIGTERM');
  if (engine?.stop) await engine.stop();
  process.exit(code);
}

function runServer(args, environment = {}) {
  const watching = watch ? ['--watch', '--watch-preserve-output'] : [];
  const child = run(
    NODE,
    ['--disable-warning=ExperimentalWarning', ...watching, path.join(ROOT, 'server/main.ts'), ...args],
    environment,
  );
  return new Promise((resolve) => child.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1))));
}

/** Ctrl+C reaches the child by itself (same terminal); a SIGTERM is passed on. Both are waited for. */
function run(command, args, environment = {}) {
  const child = spawn(command, args, { stdio: 'inherit', cwd: ROOT, env: { ...process.env, ...environment } });
  process.on('SIGINT', () => {});
  process.on('SIGTERM', () => child.kill('SIGTERM'));
  return child;
}

function fail(error) {
  process.stderr.write(`\n${error instanceof Error ? error.message : error}\n`);
  if (error instanceof Error && process.env.SLIPWAY_LOG_LEVEL === 'debug') process.stderr.write(`${error.stack}\n`);
  if (!existsSync(path.join(ROOT, 'package.json'))) process.stderr.write('Run this from a checkout of Slipway.\n');
  process.exit(1);
}
