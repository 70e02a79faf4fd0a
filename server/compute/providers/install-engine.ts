import { lookup } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'ssh2';
import { say } from '../../platform/say.ts';
import type { RemoteEngine } from '../docker-client.ts';
import { createDockerEngine } from '../docker-engine.ts';
import { EngineError } from '../engine-error.ts';
import { connectSsh, type SshLogin } from '../ssh-tunnel.ts';
import type { CreateOptions } from './provider.ts';
import { quoted, runAsRoot } from './run-over-ssh.ts';
import type { PoolMachine } from './ssh-inventory.ts';
import { installScript } from './ssh-scripts.ts';

const INSTALL_TIMEOUT_MS = 10 * 60_000;
const READY_WITHIN_MS = 60_000;
const LOOK_MS = 250;

/**
 * Lets a machine's engine answer over mutual TLS, with certificates of its own, and installs it if there is none. What
 * is on it stays.
 * @param id who has the machine: a host, or an installation's pool
 */
export async function installEngine(
  machine: PoolMachine,
  { id, login, onOutput, signal }: CreateOptions & { id: string; login: SshLogin },
): Promise<RemoteEngine> {
  const { address } = await lookup(machine.address);
  const { makeCertificates } = await import('./certificates.ts');
  const { ca, server, client } = await makeCertificates([address]);
  const install = installScript({ hostId: id, port: machine.engine_port, ca, ...server, quoted });
  await withConnection(login, signal, (ssh) =>
    runAsRoot(ssh, install, { isRoot: login.user === 'root', onOutput, timeoutMs: INSTALL_TIMEOUT_MS }),
  );
  const remote = { host: machine.address, port: machine.engine_port, ca, ...client, ssh: login };
  const engine = createDockerEngine({ id: 'new', remote });
  try {
    await untilItAnswers(() => engine.ping({ timeoutMs: 3000 }), signal);
  } finally {
    engine.close();
  }
  return remote;
}

/** One SSH connection to a machine while `work` runs. */
export async function withConnection(
  login: SshLogin,
  signal: AbortSignal,
  work: (ssh: Client) => Promise<unknown>,
): Promise<void> {
  const ssh = await connectSsh(login);
  const abort = () => ssh.destroy();
  signal.addEventListener('abort', abort, { once: true });
  try {
    await work(ssh);
  } finally {
    signal.removeEventListener('abort', abort);
    ssh.end();
  }
}

async function untilItAnswers(ping: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await ping();
    } catch (cause) {
      if (performance.now() > deadline) {
        throw new EngineError('unreachable', say('hosts.engineNotResponding'), { cause });
      }
    }
    await delay(LOOK_MS, undefined, { signal });
  }
}
