import { expect, test } from 'vitest';
import { createHealth } from '#server/http/health.ts';

async function ask(health: ReturnType<typeof createHealth>, path: string) {
  const answer = await health.routes.request(path);
  return { status: answer.status, ...((await answer.json()) as object) };
}

test('a process is ready between its start and its stop, and names its roles and the part that is missing', async () => {
  let engine = true;
  const health = createHealth(['gateway']);
  health.needs('database', async () => undefined);
  health.needs('engine', async () => engine || Promise.reject(new Error('gone')));
  expect(await ask(health, '/readyz')).toMatchObject({ status: 503, ok: false, started: false });
  expect(await ask(health, '/healthz')).toEqual({ status: 200, ok: true, roles: ['gateway'] });
  health.started();
  const ready = { status: 200, ok: true, roles: ['gateway'], started: true, database: true, engine: true };
  expect(await ask(health, '/readyz')).toEqual(ready);
  engine = false;
  expect(await ask(health, '/readyz')).toEqual({ ...ready, status: 503, ok: false, engine: false });
  expect(await ask(health, '/healthz')).toMatchObject({ status: 200 });
  engine = true;
  health.stopping();
  expect(await ask(health, '/readyz')).toMatchObject({ status: 503, ok: false, started: false });
});

test('a check that throws at once counts as a missing part', async () => {
  const health = createHealth(['api']);
  health.needs('database', () => {
    throw new Error('closed');
  });
  health.started();
  expect(await ask(health, '/readyz')).toMatchObject({ status: 503, database: false });
});
