import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import type { Dependencies } from '../features/context.ts';
import { PREBUILD_WEBHOOK_PATH, receivePush } from '../features/prebuilds/index.ts';

const BODY_LIMIT_BYTES = 1024 * 1024;

/** Where repositories' providers send pushes: no session, and the body must reach the signature check byte for byte. */
export function servePrebuildWebhook(dependencies: Pick<Dependencies, 'clock' | 'db' | 'log' | 'secrets'>): Hono {
  const app = new Hono();
  app.post(PREBUILD_WEBHOOK_PATH, bodyLimit({ maxSize: BODY_LIMIT_BYTES }), async (c) => {
    const body = new Uint8Array(await c.req.arrayBuffer());
    const header = (name: string) => c.req.header(name);
    const isSigned = await receivePush(dependencies, { id: c.req.param('id'), body, header });
    return isSigned ? c.json({ received: true }, 202) : c.json({ received: false }, 401);
  });
  app.onError((error, c) => {
    if (error instanceof HTTPException) return c.json({ received: false }, error.status);
    dependencies.log.error({ err: error }, 'a webhook of a repository could not be taken');
    return c.json({ received: false }, 500);
  });
  return app;
}
