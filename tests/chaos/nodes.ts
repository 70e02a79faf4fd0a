import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import { createDockerEngine } from '#server/compute/docker-engine.ts';
import type { Engine } from '#server/compute/engine.ts';
import { createDockerProvider, machineName } from '#server/compute/providers/docker-provider.ts';
import type { Dependencies } from '#server/features/context.ts';
import { sealMachine } from '#server/features/hosts/machine.ts';
import { INSTALLATION_LABEL } from '#server/features/instances/names.ts';
import { nodes } from '#server/features/machines/tables.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { Database } from '#server/platform/database.ts';
import { newId } from '#server/platform/ids.ts';
import { createSecretBox } from '#server/platform/secrets.ts';
import { engine as home } from '#tests/gateway/container.ts';
import { insertNode } from '#tests/support/node.ts';
import type { SeenNode } from './engine-way.ts';

const run = promisify(execFile);
const MEMORY_MB = 6144;
/** What a swarm takes to notice that it doesn't hear from a node any more. */
const NOTICED_MS = 11_000;

export const MANAGER: SeenNode = {
  id: 'manager',
  name: 'manager',
  address: '127.0.0.1',
  memoryMb: 1024,
  isReady: true,
};

/** A machine of the pool: an engine in a container of its own, on a network of its own. */
export class ChaosNode {
  readonly id: string;
  readonly name: string;
  readonly engine: Engine;
  readonly #address: string;
  #awaySince: number | null = null;

  constructor({ id, name, engine, address }: { id: string; name: string; engine: Engine; address: string }) {
    this.id = id;
    this.name = name;
    this.engine = engine;
    this.#address = address;
  }

  /** As the manager of the swarm tells of it. */
  seen(): SeenNode {
    const { id, name } = this;
    const isReady = this.#awaySince === null || Date.now() - this.#awaySince < NOTICED_MS;
    return { id, name, address: this.#address, memoryMb: MEMORY_MB, isReady };
  }

  /** With everything on it, as a power cut would. */
  async kill(): Promise<void> {
    this.#awaySince = Date.now();
    await home.kill(machineName(this.id));
  }

  async start(): Promise<void> {
    await home.start(machineName(this.id));
    this.#awaySince = null;
  }

  /** It works on, but nobody hears of it. */
  async cutOff(): Promise<void> {
    this.#awaySince = Date.now();
    for (const rule of this.#rules()) await run('iptables', ['-w', '10', '-I', ...rule]);
  }

  async reconnect(): Promise<void> {
    for (const rule of this.#rules()) await run('iptables', ['-w', '10', '-D', ...rule]);
    this.#awaySince = null;
  }

  #rules(): string[][] {
    return [
      ['OUTPUT', '-d', this.#address, '-j', 'DROP'],
      ['INPUT', '-s', this.#address, '-j', 'DROP'],
    ];
  }
}

interface Pool {
  db: Database;
  secret: string;
  installation: string;
  count: number;
}

/** Machines that take shared workspaces; the manager itself takes none. */
export async function addNodes({ db, secret, installation, count }: Pool): Promise<ChaosNode[]> {
  const dependencies = { db, secrets: createSecretBox(secret), clock: systemClock, config: {} } as Dependencies;
  const labels = async () => ({ [INSTALLATION_LABEL]: installation });
  const provider = createDockerProvider({ engine: () => home, labels });
  const options = { onOutput: () => undefined, signal: new AbortController().signal };
  const made: ChaosNode[] = [];
  for (let each = 1; each <= count; each += 1) {
    const [id, name] = [newId(), `node-${each}`];
    const spec = { hostId: id, hostname: name, cpuCores: 2, memoryMb: MEMORY_MB, diskGb: 20, vramGb: null };
    const remote = await provider.create({ spec, key: null }, options);
    const machine = sealMachine(dependencies, { remote });
    await insertNode(dependencies, { id, swarmId: id, name, address: remote.host, machine, memoryMb: MEMORY_MB });
    made.push(new ChaosNode({ id, name, engine: createDockerEngine({ id, remote }), address: remote.host }));
  }
  const closed = { machine: null, cordonedAt: systemClock.now(), address: MANAGER.address, memoryMb: MANAGER.memoryMb };
  await insertNode(dependencies, { id: 'local', swarmId: MANAGER.id, name: MANAGER.name, ...closed });
  return made;
}

/** Whether it takes new workspaces. */
export async function cordon(db: Database, { id }: ChaosNode, closed: boolean): Promise<void> {
  await db
    .update(nodes)
    .set({ cordonedAt: closed ? systemClock.now() : null })
    .where(eq(nodes.id, id));
}
