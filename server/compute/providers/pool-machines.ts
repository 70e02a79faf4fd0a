import { say } from '../../platform/say.ts';
import type { RemoteEngine } from '../docker-client.ts';
import { installEngine, withConnection } from './install-engine.ts';
import { type CreateOptions, MachineUnavailable } from './provider.ts';
import { runAsRoot } from './run-over-ssh.ts';
import { loginOf, type PoolMachine, readPool } from './ssh-inventory.ts';

const RUN_TIMEOUT_MS = 60_000;

/** A node of the swarm, as its manager names it. */
export interface PoolNode {
  name: string;
  address: string;
}

/** How the nodes of the pool are reached. They throw `MachineUnavailable` with a sentence for people, or `EngineError`. */
export interface PoolMachines {
  /**
   * Lets the node's engine answer us, and only us. Container ports are reached through SSH, so that nothing in them
   * crosses a network in clear. A machine that another installation or host has is refused.
   * @param options `owner` is this installation
   */
  prepare(node: PoolNode, options: CreateOptions & { owner: string }): Promise<RemoteEngine>;
  /** Runs a shell script on it as root. */
  run(node: PoolNode, script: string): Promise<void>;
}

/** The nodes that the inventory lists under `pool`. */
export function createPoolMachines(inventory: string | null): PoolMachines {
  const find = async ({ name, address }: PoolNode): Promise<{ machine: PoolMachine; file: string }> => {
    const listed = inventory ? await readPool(inventory) : [];
    const machine = listed.find((each) => each.name === name) ?? listed.find((each) => each.address === address);
    if (!machine || !inventory) {
      throw new MachineUnavailable(say('hosts.notInPool'));
    }
    return { machine, file: inventory };
  };
  return {
    async prepare(node, { owner, ...options }) {
      const { machine, file } = await find(node);
      return installEngine(machine, { id: `pool-${owner}`, login: await loginOf(machine, file), ...options });
    },
    async run(node, script) {
      const { machine, file } = await find(node);
      const login = await loginOf(machine, file);
      await withConnection(login, new AbortController().signal, (ssh) =>
        runAsRoot(ssh, script, { isRoot: login.user === 'root', timeoutMs: RUN_TIMEOUT_MS }),
      );
    },
  };
}
