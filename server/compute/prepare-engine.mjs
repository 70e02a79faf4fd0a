// Plain JavaScript without packages, for Node 20 and later: it runs before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, openSync, readFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const DEFAULT_SOCKET = '/var/run/docker.sock';
const PACKAGES = {
  'docker.io': '/usr/sbin/dockerd',
  iptables: '/usr/sbin/iptables',
  mmdebstrap: '/usr/bin/mmdebstrap',
};
const READY_TIMEOUT_MS = 60_000;
const INSTRUCTION =
  'Install and start Docker Engine 20.10 or newer (https://docs.docker.com/engine/install/), and let this user reach its socket.';

/**
 * Finds a container engine that answers, or on Debian and Ubuntu (as root or with passwordless sudo) installs and
 * starts one. `startedPid` is that of a dockerd started here, which `stop` ends; null if it was there or an init system
 * runs it.
 * @param {{log?: (line: string) => void}} [options]
 * @returns {Promise<{socket: string, startedPid: number | null, stop: () => Promise<void>}>}
 */
export async function prepareEngine({ log = () => {} } = {}) {
  const socket = socketPath();
  if (await answers(socket)) return { socket, startedPid: null, stop: async () => {} };
  if (existsSync(socket) && process.getuid?.() !== 0 && !(await canSudo())) {
    throw new Error(`The container engine at ${socket} does not answer, or this user may not reach it. ${INSTRUCTION}`);
  }
  if (!isDebian()) throw new Error(`No container engine answers at ${socket}. ${INSTRUCTION}`);
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  if (sudo.length > 0 && !(await canSudo())) {
    throw new Error(`No container engine answers at ${socket}, and installing one takes root. ${INSTRUCTION}`);
  }
  await installPackages(sudo, log);
  const startedPid = await startEngine(sudo, socket, log);
  return { socket, startedPid, stop: () => stopEngine(sudo, startedPid) };
}

/** Where the engine is, or would be. */
export function socketPath() {
  if (process.env.SLIPWAY_DOCKER_SOCKET) return process.env.SLIPWAY_DOCKER_SOCKET;
  const host = process.env.DOCKER_HOST ?? '';
  return host.startsWith('unix://') ? host.slice('unix://'.length) : DEFAULT_SOCKET;
}

function isDebian() {
  try {
    return /^ID(_LIKE)?=.*(debian|ubuntu)/m.test(readFileSync('/etc/os-release', 'utf8'));
  } catch {
    return false;
  }
}

async function canSudo() {
  return (await run(['sudo', '-n', 'true'])) === 0;
}

async function installPackages(sudo, log) {
  const missing = Object.keys(PACKAGES).filter((name) => !existsSync(PACKAGES[name]));
  if (missing.length === 0) return;
  log(`Installing ${missing.join(', ')} with apt`);
  // The package can't start its service without an init system; that must not fail the installation.
  const apt = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
  let output = '';
  const keep = (text) => {
    output = (output + text).slice(-4000);
  };
  const ok =
    (await run([...apt, 'update'], keep)) === 0 &&
    (await run([...apt, 'install', '-y', '--no-install-recommends', ...missing], keep)) === 0;
  if (!ok) throw new Error(`apt could not install ${missing.join(', ')}:\n${output}\n${INSTRUCTION}`);
}

async function startEngine(sudo, socket, log) {
  if (await becomesReady(socket, 3_000)) return null;
  log('Starting the container engine');
  if (existsSync('/run/systemd/system') && (await run([...sudo, 'systemctl', 'start', 'docker'])) === 0) {
    if (await becomesReady(socket, READY_TIMEOUT_MS)) return null;
  }
  const logFile = join(mkdtempSync(join(tmpdir(), 'slipway-dockerd-')), 'dockerd.log');
  const output = openSync(logFile, 'a');
  const [command, ...args] = [...sudo, 'dockerd', '--host', `unix://${socket}`];
  const child = spawn(command, args, { detached: true, stdio: ['ignore', output, output] });
  let ended = false;
  child.once('error', () => {
    ended = true;
  });
  child.once('exit', () => {
    ended = true;
  });
  child.unref();
  if (await becomesReady(socket, READY_TIMEOUT_MS, () => ended)) return child.pid ?? null;
  const last = readFileSync(logFile, 'utf8').trim().split('\n').slice(-10).join('\n');
  throw new Error(`The container engine could not be started:\n${last}\n${INSTRUCTION}`);
}

/** Waits until it is gone: a second dockerd beside the first would take its network away. */
async function stopEngine(sudo, pid) {
  if (pid === null) return;
  const alive = async () => (await run([...sudo, 'kill', '-0', String(pid)])) === 0;
  await run([...sudo, 'kill', '-TERM', String(pid)]);
  const deadline = Date.now() + 30_000;
  while (Date.now() < deadline && (await alive())) await pause(100);
}

async function becomesReady(socket, timeoutMs, gaveUp = () => false) {
  const deadline = Date.now() + timeoutMs;
  do {
    if (await answers(socket)) return true;
    await pause(100);
  } while (Date.now() < deadline && !gaveUp());
  return answers(socket);
}

function answers(socketPath) {
  return new Promise((resolve) => {
    const ping = request({ socketPath, path: '/_ping', timeout: 5_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    ping.once('timeout', () => ping.destroy());
    ping.once('error', () => resolve(false));
    ping.end();
  });
}

function run([command, ...args], onOutput = () => {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    child.stdout.setEncoding('utf8').on('data', onOutput);
    child.stderr.setEncoding('utf8').on('data', onOutput);
    child.once('error', () => resolve(-1));
    child.once('close', (code) => resolve(code ?? -1));
  });
}

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
