import { say } from '../../platform/say.ts';
import { installEngine, withConnection } from './install-engine.ts';
import { type HostProvider, MachineUnavailable } from './provider.ts';
import { quoted, runAsRoot } from './run-over-ssh.ts';
import { fitting, type InventoryMachine, loginOf, readInventory } from './ssh-inventory.ts';
import { wipeScript } from './ssh-scripts.ts';

const WIPE_TIMEOUT_MS = 5 * 60_000;
const RUN_TIMEOUT_MS = 60_000;

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
    if (!inventory) throw new MachineUnavailable(say('hosts.noInventory'));
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
      if (!machine) throw new MachineUnavailable(say('hosts.machineGone'));
      const login = await loginOf(machine, file());
      onOutput(say('hosts.connecting', { name: machine.name }));
      // Remove what an earlier attempt left half-done.
      const wipe = wipeScript({ hostId: spec.hostId, quoted });
      await withConnection(login, signal, (ssh) =>
        runAsRoot(ssh, wipe, { isRoot: login.user === 'root', timeoutMs: WIPE_TIMEOUT_MS }),
      );
      return installEngine(machine, { id: spec.hostId, login, onOutput, signal });
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
      if (!machine) throw new MachineUnavailable(say('hosts.machineGone'));
      const login = await loginOf(machine, file());
      await withConnection(login, new AbortController().signal, async (ssh) => {
        await runAsRoot(ssh, script, { isRoot: login.user === 'root', timeoutMs: RUN_TIMEOUT_MS });
      });
    },
  };
}
