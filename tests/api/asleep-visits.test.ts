import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import WebSocket, { WebSocketServer } from 'ws';
import { createStage, NAVIGATION, type Stage } from '#tests/gateway/local-stage.ts';

let stage: Stage;
let woken: number;
let wakes: boolean;

beforeAll(async () => {
  stage = await createStage();
  const { directory } = stage;
  directory.wake = async () => {
    woken += 1;
    if (wakes) directory.change('box', { status: 'Active', asleep: false });
    return wakes ? { ok: true } : { ok: false, error: 'No.' };
  };
  const server = createServer((_request, response) => response.end('as it was'));
  new WebSocketServer({ server }).on('connection', (socket) => socket.on('message', () => socket.send('heard')));
  await stage.serve(3000, server);
});
afterAll(() => stage?.close());
beforeEach(async () => {
  [woken, wakes] = [0, true];
  await stage.change({ status: 'Active', asleep: false, visitors: {} });
});

const fallAsleep = () => stage.change({ status: 'Offline', asleep: true });
const socketOf = (cookie: string) =>
  new WebSocket(`ws://127.0.0.1:${stage.port}/`, {
    headers: { host: stage.web, origin: `http://${stage.web}`, cookie },
  });

test('a person’s visits wait and get the program’s answer, and wake it once', async () => {
  const cookie = await stage.ticket(stage.web);
  await fallAsleep();
  const visits = Array.from({ length: 10 }, () => stage.get(stage.web, '/', { headers: { ...NAVIGATION, cookie } }));
  const answers = await Promise.all(visits);
  expect(new Set(answers.map(({ status, body }) => `${status} ${body}`))).toEqual(new Set(['200 as it was']));
  expect(woken).toBe(1);
});

test('a WebSocket waits too', async () => {
  const cookie = await stage.ticket(stage.web);
  await fallAsleep();
  const socket = socketOf(cookie);
  await once(socket, 'open');
  socket.terminate();
  expect(woken).toBe(1);
});

test('strangers, visitors by link and visits to a closed port wake nothing', async () => {
  const cookie = await stage.ticket(stage.api);
  const token = await stage.share();
  await stage.change({ ports: { 3000: 'http', 3030: 'disabled' } });
  await fallAsleep();
  expect((await stage.get(stage.web, '/')).status).toBe(401);
  expect((await stage.get(stage.web, `/?slipway_share=${token}`, { headers: NAVIGATION })).status).not.toBe(200);
  expect((await stage.get(stage.api, '/', { headers: { cookie } })).status).toBe(404);
  expect(woken).toBe(0);
  await stage.change({ ports: { 3000: 'http', 3030: 'http' } });
});

test('where it can’t be woken, a browser goes to the page that says why', async () => {
  wakes = false;
  const cookie = await stage.ticket(stage.web);
  await fallAsleep();
  const { status, headers } = await stage.get(stage.web, '/', { headers: { ...NAVIGATION, cookie } });
  expect([status, headers.location]).toEqual([302, expect.stringContaining('/hosts/restore')]);
});

test('an open page wakes it when somebody works in it, not with what keeps its connection alive', async () => {
  const socket = socketOf(await stage.ticket(stage.web));
  await once(socket, 'open');
  await fallAsleep();
  const answered = async (text: string) => {
    const heard = once(socket, 'message');
    socket.send(text);
    await heard;
    return woken;
  };
  expect(await answered('ping')).toBe(0);
  expect(await answered('somebody types into a page that stayed open all night')).toBe(1);
  expect(await answered('and goes on, which wakes nothing more, since it is awake')).toBe(1);
  socket.terminate();
});
