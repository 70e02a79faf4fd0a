import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { exitOf } from '#tests/gateway/run.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
/** What a container engine or an init system waits before it starts something again. */
const RESTART_MS = 200;
/** After one that ended before it served. */
const RETRY_MS = 1000;
const SERVES = /Slipway is ready/;

type Environment = Record<string, string | undefined>;

export interface Kept {
  name: string;
  environment: Environment;
  /** Folder of its log. */
  logs: string;
}

/** A process of the server that is started again whenever it ends, as an operator's machine does. */
export class KeptProcess {
  readonly name: string;
  readonly #kept: Kept;
  #extra: Environment = {};
  #child: ChildProcess | null = null;
  #wanted = true;
  #serving = Promise.withResolvers<void>();
  readonly #ended: Promise<void>;

  constructor(kept: Kept) {
    this.name = kept.name;
    this.#kept = kept;
    this.#ended = this.#keep();
  }

  /** Resolves once the one that runs now, or is started next, serves. */
  serves(): Promise<void> {
    return this.#serving.promise;
  }

  /** As a power cut would. Another one is started. */
  kill(): void {
    this.#serving = Promise.withResolvers();
    this.#child?.kill('SIGKILL');
  }

  /** It stands still, and its connections stay open. */
  freeze(): void {
    this.#child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#child?.kill('SIGCONT');
  }

  /** Kills it; from the next one on, this is added to the environment. */
  restartWith(extra: Environment): void {
    this.#extra = extra;
    this.kill();
  }

  async stop(): Promise<void> {
    this.#wanted = false;
    this.thaw();
    this.#child?.kill('SIGTERM');
    await this.#ended;
  }

  async #keep(): Promise<void> {
    mkdirSync(this.#kept.logs, { recursive: true });
    const log = createWriteStream(path.join(this.#kept.logs, `${this.name}.log`), { flags: 'a' });
    while (this.#wanted) {
      const child = spawn(process.execPath, [path.join(ROOT, 'server/main.ts')], {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...this.#kept.environment, ...this.#extra },
      });
      this.#child = child;
      let served = false;
      let said = '';
      for (const output of [child.stdout, child.stderr]) {
        output.on('data', (chunk: Buffer) => {
          log.write(chunk);
          if (served) return;
          said += chunk;
          served = SERVES.test(said);
          if (served) this.#serving.resolve();
        });
      }
      const code = await exitOf(child);
      log.write(`— ended with ${code ?? child.signalCode}\n`);
      if (this.#wanted) await delay(served ? RESTART_MS : RETRY_MS);
    }
    log.end();
  }
}
