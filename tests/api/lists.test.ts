import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { nameOf, routes } from '#tests/support/contract.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { mintOrganization } from '#tests/support/mint.ts';

let dependencies: TestDependencies;
let client: TestClient;
let key: string;

beforeAll(async () => {
  dependencies = await createTestDependencies();
  client = createTestClient(createApp(dependencies));
  key = (await mintOrganization(dependencies)).owner.key;
});
afterAll(() => dependencies?.close());

const sorted = routes.filter(({ query }) => query && 'sort' in query.shape);

test('lists are known by what sorts them', () => {
  expect(sorted.length).toBeGreaterThanOrEqual(7);
});

test.for(sorted.map((route) => [nameOf(route), route] as const))(
  '%s sorts by no column it lacks',
  async ([, route]) => {
    const usual = await client.call(route, {}, { key });
    expect(usual.status).toBe(200);
    for (const sort of ['__proto__', 'constructor', 'unknown']) {
      expect(await client.call(route, { query: { sort } }, { key }), sort).toMatchObject({
        status: 200,
        body: usual.body,
      });
    }
  },
);

test.for(sorted.map((route) => [nameOf(route), route] as const))(
  '%s takes empty filters, as forms send them, for none',
  async ([, route]) => {
    const usual = await client.call(route, {}, { key });
    const query = Object.fromEntries(Object.keys(route.query?.shape ?? {}).map((name) => [name, '']));
    expect(await client.call(route, { query }, { key })).toEqual(usual);
  },
);
