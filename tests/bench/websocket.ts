import { once } from 'node:events';
import WebSocket from 'ws';
import { HOST, HTTP_PORT, type Stage } from './stage.ts';
import { percentile, type Row } from './table.ts';

const ECHOES = 4_000;

/** Round trip of a small message, one at a time, straight to the container and through the gateway, in turns. */
export async function benchWebSocket(stage: Stage): Promise<Row[]> {
  const direct = await opened(`ws://${stage.address}:7080/`, {});
  const through = await opened(`ws://127.0.0.1:${HTTP_PORT}/`, {
    Host: HOST,
    Origin: `http://${HOST}`,
    Cookie: stage.cookie,
  });
  await Promise.all([echo(direct, 500), echo(through, 500)]);
  const times = { direct: [] as number[], through: [] as number[] };
  for (let turn = 0; turn < 4; turn++) {
    times.direct.push(...(await echo(direct, ECHOES / 4)));
    times.through.push(...(await echo(through, ECHOES / 4)));
  }
  direct.terminate();
  through.terminate();
  return [
    { share: 0.5, name: 'p50', aim: '+ 0.3 ms' },
    { share: 0.99, name: 'p99', aim: '+ 2 ms' },
  ].map(({ share, name, aim }) => {
    const ours = percentile(times.through, share);
    const reference = percentile(times.direct, share);
    const note = `+ ${(ours - reference).toFixed(3)} ms`;
    return { what: `WebSocket echo ${name}`, unit: 'ms', ours, against: 'direct', reference, aim, note };
  });
}

async function opened(url: string, headers: Record<string, string>): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers, perMessageDeflate: false });
  await once(socket, 'open');
  return socket;
}

async function echo(socket: WebSocket, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let at = 0; at < times; at++) {
    const from = performance.now();
    const answer = new Promise((resolve) => socket.once('message', resolve));
    socket.send('ping');
    await answer;
    taken.push(performance.now() - from);
  }
  return taken;
}
