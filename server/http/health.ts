import { Hono } from 'hono';

type Check = () => PromiseLike<unknown>;

export interface Health {
  /** Names something that this process can't do its work without. */
  needs(part: string, check: Check): void;
  /** All of it listens; until then, and again once it stops, the process isn't ready. */
  started(): void;
  stopping(): void;
  routes: Hono;
}

/**
 * `/healthz`: the process answers. `/readyz`: it can do its work, and if not, which part is missing. Each process asks
 * only for its own parts, so that a customer's host that is down takes nobody else offline. `leftOut` are roles that it
 * was asked for and couldn't take.
 */
export function createHealth(roles: readonly string[], { leftOut = [] }: { leftOut?: readonly string[] } = {}): Health {
  const parts = new Map<string, Check>();
  let serving = false;
  const routes = new Hono();
  routes.get('/healthz', (c) => c.json({ ok: true, roles }));
  routes.get('/readyz', async (c) => {
    const found = await Promise.all([...parts].map(async ([part, check]) => [part, await works(check)] as const));
    const ok = serving && found.every(([, answers]) => answers);
    const missing = leftOut.length > 0 ? { leftOut } : {};
    return c.json({ ok, roles, ...missing, started: serving, ...Object.fromEntries(found) }, ok ? 200 : 503);
  });
  return {
    routes,
    needs: (part, check) => void parts.set(part, check),
    started() {
      serving = true;
    },
    stopping() {
      serving = false;
    },
  };
}

const PATIENCE_MS = 3000;

async function works(check: Check): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), PATIENCE_MS);
  try {
    return await Promise.race([Promise.resolve(check()).then(() => true), late]);
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}
