import { Hono } from 'hono';
import type { Dependencies } from '../features/context.ts';

/** `/healthz`: the process answers. `/readyz`: it can do its work, and if not, what is missing. */
export function serveHealth(dependencies: Pick<Dependencies, 'sql' | 'engines'>): Hono {
  const app = new Hono();
  app.get('/healthz', (c) => c.json({ ok: true }));
  app.get('/readyz', async (c) => {
    const [database, engine] = await Promise.all([
      works(() => dependencies.sql`select 1`),
      works(() => Promise.all(dependencies.engines.list().map((each) => each.ping({ timeoutMs: 2000 })))),
    ]);
    return c.json({ ok: database && engine, database, engine }, database && engine ? 200 : 503);
  });
  return app;
}

const PATIENCE_MS = 3000;

async function works(check: () => PromiseLike<unknown>): Promise<boolean> {
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
