import { lookup } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'ssh2';
import { createDockerEngine } from '../docker-engine.ts';
import { EngineError } from '../engine-error.ts';
import { connectSsh } from '../ssh-tunnel.ts';
import { type HostProvider, MachineUnavailable } from './provider.ts';
import { quoted, runAsRoot } from './run-over-ssh.ts';
import { fitting, type InventoryMachine, loginOf, readInventory } from './ssh-inventory.ts';
import { installScript, wipeScript } from './ssh-scripts.ts';

const INSTALL_TIMEOUT_MS = 10 * 60_000;
const WIPE_TIMEOUT_MS = 5 * 60_000;
const RUN_TIMEOUT_MS = 60_000;
const READY_WITHIN_MS = 60_000;
const LOOK_MS = 250;

export interface SshProviderConfig {
  /** Path of the inventory; null if there is none. */
  inventory: string | null;
}

/**
 * Hosts as machines of the operator's pool. A claimed one gets its engine installed over SSH, with its own
 * certificates, and is wiped when given back. Ports of its containers are bound to its loopback and reached through
 * SSH.
 */
export function createSshProvider({ inventory }: SshProviderConfig): HostProvider {
  const file = () => {
    if (!inventory) throw new MachineUnavailable('There is no inventory of machines for hosts.');
    return inventory;
  };
  const find = async (key: string | null): Promise<InventoryMachine | null> =>
    (await readInventory(file())).find((machine) => machine.name === key) ?? null;

  return {
    id: 'ssh',
    async candidates(spec) {
      return fitting(await readInventory(file()), spec).map(({ name }) => name);
    },

    async create({ spec, key }, { onOutput, signal }) {
      const machine = await find(key);
      if (!machine) throw new MachineUnavailable('The machine is no longer in the inventory.');
      const login = await loginOf(machine, file());
      const { address } = await lookup(machine.address);
      const { makeCertificates } = await import('./certificates.ts');
      const { ca, server, client } = await makeCertificates([address]);
      onOutput(`Connecting to ${machine.name}.`);
      await withConnection(login, signal, async (ssh) => {
        const install = installScript({ hostId: spec.hostId, port: machine.engine_port, ca, ...server, quoted });
        // Remove what an earlier attempt left half-done.
        const isRoot = login.user === 'root';
        await runAsRoot(ssh, wipeScript({ hostId: spec.hostId, quoted }), { isRoot, timeoutMs: WIPE_TIMEOUT_MS });
        await runAsRoot(ssh, install, { isRoot: login.user === 'root', onOutput, timeoutMs: INSTALL_TIMEOUT_MS });
      });
      const remote = { host: machine.address, port: machine.engine_port, ca, ...client, ssh: login };
      const engine = createDockerEngine({ id: 'new', remote });
      try {
        await untilItAnswers(() => engine.ping({ timeoutMs: 3000 }), signal);
      } finally {
        engine.close();
      }
      return remote;
    },

    async destroy({ spec, key }) {
      const machine = await find(key);
      // Whoever removes a machine from the inventory takes care of it.
      if (!machine) return;
      const login = await loginOf(machine, file());
      await withConnection(login, new AbortController().signal, async (ssh) => {
        const wipe = wipeScript({ hostId: spec.hostId, quoted });
        await runAsRoot(ssh, wipe, { isRoot: login.user === 'root', timeoutMs: WIPE_TIMEOUT_MS });
      });
    },

    locate: async (_claim, remote) => remote,

    async run({ key }, script) {
      const machine = await find(key);
      if (!machine) throw new MachineUnavailable('The machine is no longer in the inventory.');
      const login = await loginOf(machine, file());
      await withConnection(login, new AbortController().signal, async (ssh) => {
        await runAsRoot(ssh, script, { isRoot: login.user === 'root', timeoutMs: RUN_TIMEOUT_MS });
      });
    },
  };
}

async function withConnection(
  login: Parameters<typeof connectSsh>[0],
  signal: AbortSignal,
  work: (ssh: Client) => Promise<void>,
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
        throw new EngineError('unreachable', 'The container engine of the machine isn’t responding.', { cause });
      }
    }
    await delay(LOOK_MS, undefined, { signal });
  }
}
