import { once } from 'node:events';
import { createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, test } from 'vitest';
import { closeServer, listen } from '#server/roles/listen.ts';

test('a server that closes waits for answers, but not for ever for connections that ask nothing', async () => {
  const server = createServer((_, response) => setImmediate(() => response.end('answered')));
  await listen(server, 0, '127.0.0.1');
  const { port } = server.address() as AddressInfo;
  const ahead = connect(port, '127.0.0.1');
  await once(server, 'connection');
  const asked = get({ port, host: '127.0.0.1', agent: false });
  await once(server, 'request');
  const gone = once(ahead, 'close');
  ahead.resume();
  const closed = closeServer(server, 100);
  const [answer] = await once(asked, 'response');
  expect((await answer.toArray()).join('')).toBe('answered');
  await closed;
  await gone;
});
