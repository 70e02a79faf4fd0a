import { randomBytes } from 'node:crypto';
import type { Engine } from '#server/compute/engine.ts';
import { createEngines } from '#server/compute/engines.ts';
import { createImages } from '#server/compute/images.ts';
import { retry } from '#tests/support/retry.ts';

const LABELS = { 'slipway.test': 'gateway' };
const socketPath = process.env.SLIPWAY_DOCKER_SOCKET ?? '/var/run/docker.sock';

export const engines = createEngines({ engines: [{ id: 'local', socketPath }] });
export const engine: Engine = engines.get('local');

export interface TestContainer {
  id: string;
  image: string;
  network: string;
  remove(): Promise<void>;
}

/** A running container of the real workspace image. */
export async function startContainer(options: { ide?: boolean; cpuCores?: number } = {}): Promise<TestContainer> {
  const image =
    process.env.SLIPWAY_TEST_IMAGE ??
    (await createImages().ensureImage(engine, { language: 'nodejs', database: 'none' }));
  const name = `slipway-gateway-test-${randomBytes(6).toString('hex')}`;
  await engine.ensureNetwork({ name, labels: LABELS });
  const { id } = await engine.createContainer({
    name,
    image,
    network: name,
    cpuCores: options.cpuCores ?? 2,
    memoryMb: 2048,
    labels: LABELS,
    env: {
      SLIPWAY_WORKSPACE_ID: name,
      SLIPWAY_WORKSPACE_NAME: 'Gateway test',
      SLIPWAY_AGENT_TOKEN: randomBytes(16).toString('hex'),
      SLIPWAY_DATABASE_PASSWORD: randomBytes(8).toString('hex'),
      SLIPWAY_IDE: options.ide ? 'vscode' : 'none',
    },
  });
  await engine.start(id);
  return {
    id,
    image,
    network: name,
    async remove() {
      await engine.remove(id);
      await engine.removeNetwork(name);
    },
  };
}

/** Starts a program in the container that is to go on running. */
export async function background(container: string, command: string[]): Promise<void> {
  const process = await engine.exec(container, { command });
  process.stdout.resume();
  process.stderr.resume();
}

/** Waits until something listens on the port. */
export async function listening(container: string, port: number): Promise<void> {
  const stream = await retry(() => engine.dial(container, port));
  stream.destroy();
}
