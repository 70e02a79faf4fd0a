import { randomBytes } from 'node:crypto';
import type { Duplex } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ContainerSpec, Engine } from '#server/compute/engine.ts';
import { createEngines } from '#server/compute/engines.ts';
import { createImages, type ImageChoice } from '#server/compute/images.ts';
import { createRegistry, type RegistryConfig } from '#server/compute/registry/create-registry.ts';
import { registryName } from '#server/compute/registry/own-place.ts';
import type { Registry } from '#server/compute/registry/registry.ts';
import { retry } from '#tests/support/retry.ts';

const socketPath = process.env.SLIPWAY_DOCKER_SOCKET ?? '/var/run/docker.sock';
const LABELS = { 'slipway.test': 'images' };

export const engine: Engine = createEngines({ engines: [{ id: 'local', socketPath }] }).get('local');
export const images = createImages();

export interface TestRegistry extends Registry {
  /** Of its container, volume and network. */
  name: string;
  password: string;
  close(): Promise<void>;
}

/** A registry for one test file, whose process is the only one. */
export function testRegistry(config: Partial<RegistryConfig> = {}): TestRegistry {
  const id = `test-${randomBytes(4).toString('hex')}`;
  const [name, password] = [registryName(id), randomBytes(32).toString('base64url')];
  const registry = createRegistry({
    home: engine,
    configured: null,
    installation: async () => ({ id, labels: { 'slipway.test': 'registry' } }),
    password,
    lock: { together: (_image, work) => work(), alone: async (work) => work().then(() => true) },
    ...config,
  });
  const close = async () => {
    await engine.remove(name);
    await engine.removeVolume(name);
    await engine.removeNetwork(name, { force: true });
  };
  return { ...registry, name, password, close };
}

export interface Workspace {
  name: string;
  token: string;
  password: string;
}

/** Containers, networks and images made for one test file, and all gone after `close`. */
export class Laboratory {
  readonly network = `slipway-test-${randomBytes(4).toString('hex')}`;
  readonly #containers: string[] = [];
  readonly #images: string[] = [];
  readonly #labels: Record<string, string>;

  constructor(labels: Record<string, string> = {}) {
    this.#labels = { ...LABELS, ...labels };
  }

  async open(): Promise<void> {
    await engine.ensureNetwork({ name: this.network, labels: this.#labels });
  }

  image(choice: Partial<ImageChoice> = {}): Promise<string> {
    return images.ensureImage(engine, { language: 'nodejs', database: 'none', ...choice });
  }

  /** Started; with the web IDE only when asked for. */
  async workspace(
    spec: Partial<ContainerSpec> & { image: string; ide?: boolean; password?: string },
  ): Promise<Workspace> {
    const { ide = false, password = `p'w"${randomBytes(8).toString('base64')}\\$ %`, ...rest } = spec;
    const workspace = { name: this.name(), token: randomBytes(16).toString('hex'), password };
    await engine.createContainer({
      name: workspace.name,
      network: this.network,
      cpuCores: 1,
      memoryMb: 1024,
      labels: LABELS,
      ...rest,
      env: {
        SLIPWAY_WORKSPACE_ID: workspace.name,
        SLIPWAY_WORKSPACE_NAME: 'Test workspace',
        SLIPWAY_AGENT_TOKEN: workspace.token,
        SLIPWAY_DATABASE_PASSWORD: password,
        SLIPWAY_IDE: ide ? 'vscode' : 'none',
        ...rest.env,
      },
    });
    await engine.start(workspace.name);
    return workspace;
  }

  name(): string {
    const name = `slipway-test-${randomBytes(6).toString('hex')}`;
    this.#containers.push(name);
    return name;
  }

  snapshot(): string {
    const image = `slipway/test-snapshot:${randomBytes(6).toString('hex')}`;
    this.#images.push(image);
    return image;
  }

  async close(): Promise<void> {
    await Promise.all(this.#containers.map((name) => engine.remove(name)));
    for (const image of this.#images) await engine.removeImage(image);
    await engine.removeNetwork(this.network);
  }
}

/** As dev, in a login shell; the output of a command that must succeed. */
export async function shell(container: string, command: string): Promise<string> {
  const result = await engine.run(container, { command: ['bash', '-lc', command] });
  if (result.exitCode !== 0)
    throw new Error(`${command} ended with ${result.exitCode}: ${result.stdout}${result.stderr}`);
  return result.stdout.trim();
}

/** The workspace's own wait: exit 0 as soon as it is so. */
export async function waitUntilReady(container: string, what: 'ide' | 'database'): Promise<void> {
  const result = await engine.run(
    container,
    { user: 'root', command: ['/usr/local/lib/slipway/ready', what, '60'] },
    { timeoutMs: 70_000 },
  );
  if (result.exitCode !== 0) throw new Error(`${what} is not ready: ${await engine.logs(container)}`);
}

export async function httpGet(stream: Duplex, path: string): Promise<string> {
  stream.write(`GET ${path} HTTP/1.1\r\nHost: workspace\r\nConnection: close\r\n\r\n`);
  return text(stream);
}

/** Dials again while nothing listens yet. */
export function dialWhenUp(container: string, port: number, on: Engine = engine): Promise<Duplex> {
  return retry(() => on.dial(container, port));
}
