import { setTimeout as delay } from 'node:timers/promises';
import type { ContainerState, Engine } from '../engine.ts';
import { isEngineError } from '../engine-error.ts';
import { ensureMachineImage } from '../machine-image.ts';
import { admitRegistry, NESTED_NAME } from './admit-registry.ts';
import type { RegistryPlace } from './place.ts';
import { pingRegistry } from './registry-api.ts';
import { RegistryError } from './registry-error.ts';

const PORT = 5000;
const USER = 'slipway';
const FOLDER = '/srv/registry';
const READY_WITHIN_MS = 20_000;
const LOOK_MS = 100;
const FREE_TIMEOUT_MS = 30 * 60_000;

export interface OwnRegistry {
  /** This machine's engine. */
  home: Engine;
  /** Label of this installation's registry. */
  installation: () => Promise<{ id: string; labels: Record<string, string> }>;
  /** The same in every process of the installation. */
  password: string;
}

/** The container of an installation's registry, and the volume with its data. */
export function registryName(installationId: string): string {
  return `slipway-registry-${installationId}`;
}

/**
 * A registry in a container of this machine, created on first use and again if it is gone: its data is in a volume. It
 * listens on our loopback interface and on the networks of nested hosts, and asks for a password.
 */
export function ownPlace(
  { home, installation, password }: OwnRegistry,
  repository: () => Promise<string>,
): RegistryPlace {
  let opening: Promise<number> | null = null;
  /** Its port on this machine. */
  const open = (): Promise<number> => {
    opening ??= ensureRunning({ home, installation, password }).finally(() => {
      opening = null;
    });
    return opening;
  };
  const login = { user: USER, password };
  return {
    isConfigured: false,
    async open() {
      const port = await open();
      return { origin: `http://127.0.0.1:${port}`, repository: await repository(), login };
    },
    async reach(engine, use) {
      const port = await open();
      if (!engine.isNested) return engine.lendPort(port, (theirPort) => use(`127.0.0.1:${theirPort}`));
      await admitRegistry(home, engine, registryName((await installation()).id));
      return use(`${NESTED_NAME}:${PORT}`);
    },
    async free() {
      await open();
      const { exitCode, stderr } = await home.run(
        registryName((await installation()).id),
        {
          user: 'docker-registry',
          command: ['docker-registry', 'garbage-collect', '--delete-untagged', '/etc/docker/registry/slipway.yml'],
          maxBytes: 4096,
        },
        { timeoutMs: FREE_TIMEOUT_MS },
      );
      if (exitCode !== 0) throw new RegistryError('other', `the registry could not free anything: ${stderr}`);
    },
    async freeBytes() {
      await open();
      const command = ['df', '--block-size=1', '--output=avail', FOLDER];
      const { stdout } = await home.run(registryName((await installation()).id), { user: 'root', command });
      const bytes = Number(stdout.split('\n')[1]);
      return Number.isSafeInteger(bytes) ? bytes : null;
    },
  };
}

async function ensureRunning(own: OwnRegistry): Promise<number> {
  const { home, installation } = own;
  const name = registryName((await installation()).id);
  try {
    const state = (await findRight(own, name)) ?? (await create(own, name));
    if (!state.running) await startOrMakeAnew(own, name, state);
    const port = (await home.inspect(name)).publishedPorts[0]?.hostPort;
    if (!port) throw new RegistryError('unreachable', 'the registry has no port on this machine');
    await untilItAnswers(`http://127.0.0.1:${port}`);
    return port;
  } catch (cause) {
    if (cause instanceof RegistryError) throw cause;
    throw new RegistryError('unreachable', 'the registry of this machine could not be started', { cause });
  }
}

/** If it was stopped while a host was removed, it is still tied to that host's network and can't start. */
async function startOrMakeAnew(own: OwnRegistry, name: string, { id }: ContainerState): Promise<void> {
  const { home } = own;
  try {
    await home.start(name);
  } catch (error) {
    if (!isEngineError(error, 'not-found', 'other')) throw error;
    await home.remove(id);
    await create(own, name);
    await home.start(name);
  }
}

/**
 * The existing container; null if there is none. One of an older version, or with another password, is removed first.
 */
async function findRight({ home, password }: OwnRegistry, name: string): Promise<ContainerState | null> {
  try {
    const state = await home.inspect(name);
    if (state.env[PASSWORD] === password && (await isCurrent(home, state))) return state;
    await home.remove(state.id);
    return null;
  } catch (error) {
    if (isEngineError(error, 'not-found')) return null;
    throw error;
  }
}

async function isCurrent(home: Engine, { image }: ContainerState): Promise<boolean> {
  return image === (await ensureMachineImage(home, 'registry', () => undefined));
}

async function create({ home, installation, password }: OwnRegistry, name: string): Promise<ContainerState> {
  const { labels } = await installation();
  const image = await ensureMachineImage(home, 'registry', () => undefined);
  await home.ensureNetwork({ name, labels });
  try {
    await home.createContainer({
      name,
      image,
      network: name,
      labels,
      cpuCores: 2,
      memoryMb: 512,
      volumes: { [name]: FOLDER },
      publishedPorts: [{ containerPort: PORT, hostAddress: '127.0.0.1' }],
      env: { [PASSWORD]: password },
      keepRunning: true,
      forwardsNothing: true,
    });
  } catch (error) {
    // Another process was faster.
    if (!isEngineError(error, 'conflict')) throw error;
  }
  return home.inspect(name);
}

const PASSWORD = 'SLIPWAY_REGISTRY_PASSWORD';

async function untilItAnswers(origin: string): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS;
  for (;;) {
    try {
      return await pingRegistry({ origin });
    } catch (error) {
      if (performance.now() > deadline) throw error;
    }
    await delay(LOOK_MS);
  }
}
