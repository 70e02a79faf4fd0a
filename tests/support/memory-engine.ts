import type { ContainerState, Engine, NetworkSummary } from '#server/compute/engine.ts';
import { EngineError } from '#server/compute/engine-error.ts';
import type { Engines } from '#server/compute/engines.ts';
import { containerName, WORKSPACE_LABEL } from '#server/features/instances/index.ts';

type Status = 'running' | 'paused' | 'exited';

/** The part of an engine that a workspace's sleep takes, in memory. */
export class MemoryEngine {
  readonly id: string;
  readonly isNested = false;
  /** Ids of workspaces, and how their containers are. */
  readonly states = new Map<string, Status>();
  /** What it was asked for, such as `thaw`. */
  readonly calls: string[] = [];
  constructor(id = 'local') {
    this.id = id;
  }

  /** Fails every call, as while the machine is away. */
  away = false;

  get engines(): Engines {
    const engine = this as unknown as Engine;
    return {
      get: () => engine,
      list: () => [engine],
      set: () => undefined,
      drop: () => undefined,
      watch: () => () => undefined,
    };
  }

  countOf(call: string): number {
    return this.calls.filter((each) => each === call).length;
  }

  #change(call: string, container: string, to: Status, from: readonly Status[]): void {
    this.calls.push(call);
    const id = this.#idOf(container);
    const status = this.states.get(id);
    if (status && !from.includes(status)) throw new EngineError('offline', `${container} does not run`);
    this.states.set(id, to);
  }

  #idOf(container: string): string {
    if (this.away) throw new EngineError('unreachable', 'nobody answers');
    const id = container.slice(containerName('workspace', '').length);
    if (!this.states.has(id)) throw new EngineError('not-found', `no ${container}`);
    return id;
  }

  async freeze(container: string) {
    this.#change('freeze', container, 'paused', ['running', 'paused']);
  }
  async thaw(container: string) {
    this.#change('thaw', container, 'running', ['running', 'paused']);
  }
  async stop(container: string) {
    this.#change('stop', container, 'exited', ['running', 'paused', 'exited']);
  }
  async remove(container: string) {
    this.calls.push('remove');
    this.states.delete(this.#idOf(container));
  }
  async inspect(container: string) {
    const status = this.states.get(this.#idOf(container));
    const exitCode = status === 'exited' ? 137 : null;
    return {
      status,
      running: status !== 'exited',
      exitCode,
      oomKilled: false,
      networks: [] as string[],
    } as ContainerState;
  }
  async list(labels: Record<string, string>) {
    if (!(WORKSPACE_LABEL in labels)) return [];
    return [...this.states].map(([id, status]) => ({
      id,
      name: containerName('workspace', id),
      status,
      running: status === 'running',
      networks: [] as string[],
      labels: { [WORKSPACE_LABEL]: id },
      createdAt: new Date(0),
    }));
  }
  async commit(container: string) {
    this.calls.push(`commit ${this.states.get(this.#idOf(container))}`);
    return { imageId: 'image', sizeBytes: 1 };
  }
  /** Nothing is held in it. */
  async run() {
    return { exitCode: 1, stdout: '', stderr: '' };
  }
  async imageExists() {
    return false;
  }
  async imageSize() {
    return 1;
  }
  async tagImage(_image: string, _name: string) {}
  async topLayer(image: string) {
    return { digest: image, sizeBytes: 1 };
  }
  async listNetworks(): Promise<NetworkSummary[]> {
    return [];
  }
  async listImages() {
    return [];
  }
  async removeNetwork() {}
}
