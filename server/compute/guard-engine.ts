import { refuseLostLock, whileLocked } from '../platform/held-locks.ts';
import type { CallOptions, Engine, EngineId, EngineInfo } from './engine.ts';
import { isEngineError } from './engine-error.ts';

/** @throws OtherEngine if the engine with this id is another one than before */
export type Recognize = (engineId: EngineId, info: EngineInfo) => Promise<void>;

/** They remove something, create it, or let the caller conclude from what isn't there. */
const ASKED_EACH_TIME: ReadonlySet<string | symbol> = new Set<keyof Engine>([
  'createContainer',
  'events',
  'list',
  'listImages',
  'listNetworks',
  'remove',
  'removeImage',
  'removeNetwork',
  'removeVolume',
]);

/**
 * The same engine, whose calls fail while another one answers at its address. It is asked who it is at the first call,
 * again after it was away, before everything destructive, and before anything counts as missing.
 */
export function guardEngine(engine: Engine, recognize?: Recognize): Engine {
  /** Without anyone to ask, it is. */
  let known = !recognize;
  const ask = async (options?: CallOptions) => {
    known = !recognize;
    const info = await engine.info(options);
    await recognize?.(engine.id, info);
    known = true;
    return info;
  };
  /** Whoever waits for an engine to be back asks together. */
  let asking: Promise<unknown> | null = null;
  const askOnce = (options: CallOptions) => {
    asking ??= ask(options).finally(() => {
      asking = null;
    });
    return asking;
  };
  const guarded = async (name: string | symbol, options: CallOptions, work: () => unknown) => {
    refuseLostLock();
    const asks = recognize !== undefined && ASKED_EACH_TIME.has(name);
    if (asks) await ask(options);
    else if (!known) await askOnce(options);
    try {
      return await whileLocked(Promise.resolve(work()));
    } catch (error) {
      if (isEngineError(error, 'unreachable', 'timeout')) known = !recognize;
      if (recognize && !asks && isEngineError(error, 'not-found')) await ask(options);
      throw error;
    }
  };
  return new Proxy(engine, {
    get(target, name) {
      if (name === 'info') return ask;
      const member: unknown = Reflect.get(target, name);
      if (typeof member !== 'function' || name === 'close') return member;
      return (...given: unknown[]) => guarded(name, patienceOf(given), () => Reflect.apply(member, target, given));
    },
  });
}

const MOST_MS = 10_000;

/** Asking takes no longer than the call itself may: some are made while a row is locked. */
function patienceOf(given: unknown[]): CallOptions {
  const { timeoutMs } = Object(given.at(-1)) as CallOptions;
  return { timeoutMs: Math.min(timeoutMs ?? MOST_MS, MOST_MS) };
}
