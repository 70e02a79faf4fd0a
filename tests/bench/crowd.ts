import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import WebSocket from 'ws';
import { API_PORT, startServerStage } from './server-stage.ts';
import { percentile, type Row } from './table.ts';

const SOCKETS = 2_000;
const AT_ONCE = 50;
const PER_SECOND = 350;
const SECONDS = 10;
const PATHS = ['/users/current', '/workspaces', '/groups'];
/** p95 in ms that Coder publishes for this load, on 8 cores. */
const PUBLISHED = 220;

/** Calls of the API that come when they come, whether or not the last ones are answered, beside pages that are open. */
export async function benchCrowd(): Promise<Row[]> {
  const stage = await startServerStage();
  const agent = new Agent({ keepAlive: true, maxSockets: 128 });
  const sockets: WebSocket[] = [];
  try {
    while (sockets.length < SOCKETS) {
      sockets.push(...(await Promise.all(Array.from({ length: AT_ONCE }, () => openPage(stage.owner.key)))));
    }
    await callFor(2, stage.owner.key, agent);
    const times = await callFor(SECONDS, stage.owner.key, agent);
    if (sockets.some(({ readyState }) => readyState !== WebSocket.OPEN)) throw new Error('a socket was closed');
    return [
      {
        what: `call of the API p95, ${PER_SECOND}/s with ${SOCKETS} open sockets`,
        unit: 'ms',
        ours: percentile(times, 0.95),
        against: 'Coder as published, 8 cores',
        reference: PUBLISHED,
        aim: '≤ 50 ms',
        note: `p50 ${percentile(times, 0.5).toFixed(1)} ms, ${times.length} calls`,
      },
    ];
  } finally {
    for (const socket of sockets) socket.terminate();
    agent.destroy();
    await stage.close();
  }
}

/** What a page of the UI keeps open: socket.io over a WebSocket, signed in. */
async function openPage(sessionKey: string): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${API_PORT}/socket.io/?EIO=4&transport=websocket`);
  const signedIn = new Promise<void>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('message', (data) => {
      const packet = String(data);
      if (packet.startsWith('0')) socket.send(`40${JSON.stringify({ sessionKey })}`);
      if (packet === '2') socket.send('3');
      if (packet.startsWith('40')) resolve();
      if (packet.startsWith('44')) reject(new Error(packet));
    });
  });
  await signedIn;
  return socket;
}

/** Its failure is looked at in the end. */
function heard<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

async function callFor(seconds: number, sessionKey: string, agent: Agent): Promise<number[]> {
  const calls: Promise<number>[] = [];
  const from = performance.now();
  for (let now = 0; now < seconds; now = (performance.now() - from) / 1000) {
    while (calls.length < now * PER_SECOND)
      calls.push(heard(call(PATHS[calls.length % PATHS.length] ?? '', sessionKey, agent)));
    await delay(1);
  }
  return Promise.all(calls);
}

async function call(path: string, sessionKey: string, agent: Agent): Promise<number> {
  const from = performance.now();
  const headers = { 'x-session-key': sessionKey };
  const request = get({ port: API_PORT, host: '127.0.0.1', path: `/api${path}`, headers, agent });
  try {
    const [answer] = await once(request, 'response');
    await once(answer.resume(), 'end');
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
  } catch (error) {
    // The server ended the idle connection while this call was on its way, as HTTP allows; clients try again.
    if (!request.reusedSocket || (error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error;
    await call(path, sessionKey, agent);
  }
  return performance.now() - from;
}
