import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { freePort } from '#tests/support/free-port.ts';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '../..');

let folder: string;
let engine: Server;
let port: number;
let environment: Record<string, string | undefined>;
let began: ChildProcess;

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-npm-start-'));
  // For the account that the database runs under where we are root.
  chmodSync(folder, 0o755);
  const socket = path.join(folder, 'docker.sock');
  engine = createServer((_, response) => response.end('OK')).listen(socket);
  await once(engine, 'listening');
  port = await freePort();
  environment = {
    ...process.env,
    SLIPWAY_DATA_DIR: folder,
    SLIPWAY_DOCKER_SOCKET: socket,
    SLIPWAY_ROLES: 'api',
    SLIPWAY_PORT: String(port),
    SLIPWAY_METRICS_PORT: '0',
    SLIPWAY_STRIPE_EMULATOR_PORT: String(await freePort()),
    DATABASE_URL: '',
  };
}, 60_000);
afterEach(async () => {
  for (const { pid } of await whatRuns()) process.kill(pid, 'SIGKILL');
});
afterAll(() => {
  engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Starts it in a process group of its own, as a terminal does; resolves once it serves. */
async function start(command: string[]): Promise<void> {
  const [program = '', ...args] = command;
  began = spawn(program, args, { cwd: ROOT, env: environment, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    for (const output of [began.stdout, began.stderr]) {
      output?.on('data', (chunk: Buffer) => {
        said += chunk;
        if (said.includes('Slipway is ready')) resolve();
      });
    }
    began.once('error', reject);
    began.once('exit', () => reject(new Error(said)));
  });
}

/** What `npm start` began: its process group, and the database, which has one of its own. */
async function whatRuns(): Promise<{ pid: number; what: string }[]> {
  const { stdout } = await run('ps', ['-eww', '-o', 'pid=,pgid=,stat=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, group, state = '', what = ''] = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    const ours = Number(group) === began.pid || what.includes(folder);
    return ours && !state.startsWith('Z') ? [{ pid: Number(pid), what }] : [];
  });
}

const answers = () =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.destroy()).on('error', () => resolve(false));
    socket.on('close', () => resolve(true));
  });

const databaseLog = () => readFileSync(path.join(folder, 'postgres/postgres.log'), 'utf8').trim().split('\n');

/** Resolves to the exit code once nothing is left of it: no process, no port, and a database that was shut down. */
async function endOf(program: ChildProcess): Promise<number | null> {
  if (program.exitCode === null && program.signalCode === null) await once(program, 'exit');
  await expect.poll(async () => (await whatRuns()).map(({ what }) => what), { timeout: 60_000 }).toEqual([]);
  expect(await answers()).toBe(false);
  expect(databaseLog().at(-1)).toContain('database system is shut down');
  return program.exitCode;
}

const toGroup = (signal: NodeJS.Signals) => process.kill(-(began.pid as number), signal);
const NPM_START = ['npm', 'start'];
const START = [process.execPath, 'server/dev/start.mjs'];

test.each([
  ['Ctrl+C in the terminal of npm start', NPM_START, () => toGroup('SIGINT')],
  ['SIGTERM to npm alone', NPM_START, () => began.kill('SIGTERM')],
])('%s ends everything it began', { timeout: 120_000 }, async (_how, command, stop) => {
  await start(command);
  const programs = (await whatRuns()).map(({ what }) => what);
  expect(programs.filter((what) => what.includes('server/dev/main.ts'))).toHaveLength(1);
  expect(programs.filter((what) => what.includes('postgres/data'))).not.toEqual([]);
  stop();
  await endOf(began);
});

test('SIGTERM to the parent, twice, is one request: it ends with 0', { timeout: 120_000 }, async () => {
  await start(START);
  began.kill('SIGTERM');
  began.kill('SIGTERM');
  expect(await endOf(began)).toBe(0);
});

test('a second Ctrl+C waits for nobody, ends with 1, and leaves nothing either', { timeout: 120_000 }, async () => {
  await start(START);
  // Half a request, which would be waited for.
  const half = connect(port, '127.0.0.1').on('error', () => undefined);
  half.write('GET / HTTP/1.1\r\nHost: localhost\r\n');
  await expect.poll(answers).toBe(true);
  const press = setInterval(() => began.exitCode === null && toGroup('SIGINT'), 100);
  await once(began, 'exit').finally(() => clearInterval(press));
  half.destroy();
  expect(await endOf(began)).toBe(1);
});
