import { createServer, request as send } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { MINUTE } from '#server/platform/clock.ts';
import { newId } from '#server/platform/ids.ts';
import { createStage, type Stage } from './local-stage.ts';

let stage: Stage;
let cookie: string;
let workspaceId: string;
/** Requests that reached the program; those for `/slow` stay there. */
let asked = 0;

beforeAll(async () => {
  stage = await createStage();
  await stage.serve(
    3000,
    createServer((request, response) => {
      asked += 1;
      if (request.url === '/slow') return void response.writeHead(200).write('first');
      response.end('program');
    }),
  );
});
afterAll(() => stage?.close());
beforeEach(async () => {
  const { directory, person } = stage;
  const target = directory.targets.get('box') ?? directory.add('box', 'container', person.organizationId);
  workspaceId = target.workspaceId;
  directory.sessions.add(person.sessionId);
  directory.rights.add(`${person.userId} ${workspaceId}`);
  const open = { ports: { 3000: 'http', 3030: 'http' }, visitors: {}, asleep: false } as const;
  await stage.change({ status: 'Active', containerId: 'container', ...open });
  cookie = await stage.ticket(stage.web);
});

const visit = (withCookie = cookie) => stage.get(stage.web, '/', { headers: { cookie: withCookie } });

/** A request whose answer has begun and doesn't end. */
async function begin(withCookie: string) {
  const options = { port: stage.port, host: '127.0.0.1', path: '/slow', agent: false as const };
  const request = send({ ...options, headers: { host: stage.web, cookie: withCookie } }).end();
  const begun = Promise.withResolvers<void>();
  const cut = new Promise((resolve) => {
    request
      .on('error', () => resolve('cut'))
      .on('response', (response) => {
        response.once('data', () => begun.resolve());
        text(response).then(
          () => resolve('complete'),
          () => resolve('cut'),
        );
      });
  });
  await begun.promise;
  // Not the promise itself, which would be waited for.
  return { cut };
}

const LOSSES: Record<string, { status: number; lose(): Promise<unknown>; asVisitor?: true }> = {
  'the session ends': {
    status: 401,
    async lose() {
      const { directory, person, dependencies } = stage;
      directory.sessions.delete(person.sessionId);
      await dependencies.bus.notify(dependencies.db, 'sessions_ended', { ids: [person.sessionId] });
    },
  },
  'the right is taken away': {
    status: 403,
    async lose() {
      const { directory, person, dependencies } = stage;
      directory.rights.delete(`${person.userId} ${workspaceId}`);
      await dependencies.bus.notify(dependencies.db, 'access_changed', { reason: 'test' });
    },
  },
  'a member’s visit is no longer wished': { status: 403, asVisitor: true, lose: () => stage.change({ visitors: {} }) },
  'the visitor is no member any more': {
    status: 403,
    asVisitor: true,
    async lose() {
      stage.directory.members.clear();
      await stage.dependencies.bus.notify(stage.dependencies.db, 'access_changed', { reason: 'test' });
    },
  },
  'the port is closed': { status: 404, lose: () => stage.change({ ports: { 3000: 'disabled', 3030: 'http' } }) },
  'the workspace is stopped': { status: 503, lose: () => stage.change({ status: 'Offline', containerId: null }) },
  'the workspace is deleted': {
    status: 404,
    async lose() {
      stage.directory.targets.delete('box');
      await stage.change({});
    },
  },
};

test.each(Object.entries(LOSSES))(
  'if %s, what runs is cut and the next request refused, however short ago the last one passed',
  async (_what, { status, lose, asVisitor }) => {
    let used = cookie;
    if (asVisitor) {
      const { organizationId } = stage.person;
      const visitor = { userId: newId(), organizationId, sessionId: newId() };
      stage.directory.sessions.add(visitor.sessionId);
      stage.directory.members.add(`${visitor.userId} ${organizationId}`);
      await stage.change({ visitors: { 3000: { kind: 'organization' } } });
      used = await stage.ticket(stage.web, visitor);
    }
    // The clock stands still: what was granted once would be held for ever.
    for (let at = 0; at < 2; at++) expect((await visit(used)).body).toBe('program');
    const { cut } = await begin(used);
    await lose();
    expect(await cut).toBe('cut');
    const before = asked;
    expect((await visit(used)).status).toBe(status);
    expect(asked).toBe(before);
  },
);

test('who comes back within the second wakes what fell asleep meanwhile', async () => {
  await visit();
  await stage.change({ status: 'Offline', asleep: true });
  stage.directory.woken.length = 0;
  await visit();
  expect(stage.directory.woken).toEqual([workspaceId]);
});

test('a request that is let in without asking counts as work', async () => {
  const { directory, dependencies, person } = stage;
  dependencies.clock.advance(2 * MINUTE);
  const recorded = vi.spyOn(directory, 'recordActivity').mockRejectedValueOnce(new Error('the database is away'));
  await visit();
  recorded.mockRestore();
  directory.activity.length = 0;
  await visit();
  expect(directory.activity).toEqual([`${person.userId} ${workspaceId}`]);
});

test('a change while a request is being let in cuts it as well', async () => {
  const { directory } = stage;
  const old = directory.targets.get('box')!;
  await stage.change({});
  const asking = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<void>();
  const find = vi.spyOn(directory, 'find').mockImplementationOnce(async () => {
    asking.resolve();
    await answer.promise;
    return old;
  });
  const options = { port: stage.port, host: '127.0.0.1', path: '/slow', agent: false as const };
  const request = send({ ...options, headers: { host: stage.web, cookie } }).end();
  const cut = new Promise((resolve) => request.on('error', () => undefined).on('close', () => resolve('cut')));
  request.on('response', (response) => response.on('error', () => undefined).resume());
  await asking.promise;
  await stage.change({ containerId: 'another' });
  answer.resolve();
  expect(await cut).toBe('cut');
  find.mockRestore();
});
