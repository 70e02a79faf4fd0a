import type { ContainerSpec, ExecRequest } from '#server/compute/engine.ts';
import { EngineError } from '#server/compute/engine-error.ts';
import { containerName } from '#server/features/instances/index.ts';
import { MemoryEngine } from './memory-engine.ts';

const idIn = (container: string) => container.slice(containerName('workspace', '').length);

/** Makes images and containers of them as well. */
export class CopyingEngine extends MemoryEngine {
  readonly images = new Set<string>();
  /** Container → its image. */
  readonly made = new Map<string, string>();
  /** Image → its topmost layer, where that isn't its own. */
  readonly layers = new Map<string, string>();
  layerBytes = 1_000;
  readonly ran: (ExecRequest & { input?: unknown })[] = [];
  /** The layer of what is copied, while nothing is written. */
  unchanged: string | null = null;
  /** Happens while an image is being made. */
  during: () => Promise<unknown> = async () => undefined;

  override async commit(container: string, image = '') {
    const made = await super.commit(container);
    await this.during();
    this.images.add(image);
    if (this.unchanged) this.layers.set(image, this.unchanged);
    return made;
  }
  override async imageExists(image = '') {
    return this.images.has(image);
  }
  override async tagImage(image: string, name: string) {
    if (!this.images.has(image)) throw new EngineError('not-found', `no ${image}`);
    this.images.add(name);
    this.layers.set(name, this.#layerOf(image));
  }
  override async topLayer(image: string) {
    if (!this.images.has(image)) throw new EngineError('not-found', `no ${image}`);
    return { digest: this.#layerOf(image), sizeBytes: this.layerBytes };
  }
  #layerOf(image: string): string {
    return this.layers.get(image) ?? image;
  }
  async removeImage(image: string) {
    if ([...this.made.values()].includes(image)) throw new EngineError('conflict', `${image} is used`);
    this.images.delete(image);
  }
  async ensureNetwork() {
    return 'network';
  }
  async createContainer({ name, image }: ContainerSpec) {
    this.made.set(name, image);
    this.states.set(idIn(name), 'exited');
    return { id: name, diskLimited: true };
  }
  async start(container: string) {
    this.states.set(idIn(container), 'running');
  }
  override async remove(container: string) {
    this.made.delete(container);
    this.states.delete(idIn(container));
  }
  override async inspect(container: string) {
    return { ...(await super.inspect(container)), id: `c-${container}`, image: this.made.get(container) ?? 'earlier' };
  }
  override async run(_container = '', request?: ExecRequest) {
    if (request) this.ran.push(request);
    return { exitCode: 0, stdout: '', stderr: '' };
  }
  async ping() {}
  async update() {}
}
