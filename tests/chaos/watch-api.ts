import { setTimeout as delay } from 'node:timers/promises';
import { type Client, createClient } from '../../desktop/cli/client/client.ts';

const EVERY_MS = 100;
const PATIENCE_MS = 3000;

/** Asks the API all the time. */
export class ApiWatch {
  readonly #client: Client;
  #over = false;
  #failedAt = Number.NEGATIVE_INFINITY;
  #answeredAt = Number.NEGATIVE_INFINITY;
  #running: Promise<void>;

  constructor(url: string, token: string) {
    this.#client = createClient({ url, token, timeout: PATIENCE_MS });
    this.#running = this.#run();
  }

  /** Resolves once a call that was made now or later is answered. */
  async answers(): Promise<void> {
    const from = performance.now();
    while (this.#answeredAt < from) await delay(EVERY_MS);
  }

  /** Milliseconds from that moment until the end of the last call that failed. */
  awaySince(moment: number): number {
    return Math.max(0, this.#failedAt - moment);
  }

  async close(): Promise<void> {
    this.#over = true;
    await this.#running;
  }

  async #run(): Promise<void> {
    while (!this.#over) {
      const asked = performance.now();
      try {
        await this.#client.listWorkspaces({ query: {} });
        this.#answeredAt = asked;
      } catch {
        this.#failedAt = performance.now();
      }
      await delay(EVERY_MS);
    }
  }
}
