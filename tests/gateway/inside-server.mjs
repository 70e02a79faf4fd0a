// Stands in for a program of a workspace: answers on the IDE's port or PORT, inside the container.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const answers = {
  '/headers': (request, response) => response.end(JSON.stringify(request.rawHeaders)),
  '/echo': (request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    request.pipe(response);
  },
  '/sink': (request, response) => {
    const hash = createHash('sha256');
    request.on('data', (chunk) => hash.update(chunk));
    request.on('end', () => response.end(hash.digest('hex')));
  },
  '/refuse': (_request, response) => {
    response.writeHead(413, { connection: 'close' });
    response.end('too large');
  },
  '/big': (_request, response) => {
    const chunk = Buffer.alloc(1 << 16, 'b');
    let left = 200 * 16;
    written = 0;
    const more = () => {
      while (left-- > 0) {
        written += chunk.length;
        if (!response.write(chunk)) return void response.once('drain', more);
      }
      response.end();
    };
    more();
  },
  '/written': (_request, response) => response.end(String(written)),
  '/stall': (request) => {
    stalled = request;
  },
  '/leave': (_request, response) => {
    stalled?.destroy();
    response.end();
  },
  '/cookies': (_request, response) => {
    response.writeHead(200, [
      ...['Set-Cookie', 'own=1; Path=/', 'Set-Cookie', 'above=1; Domain=workspaces.localhost'],
      ...['Set-Cookie', 'mine=1; Domain=box.workspaces.localhost', 'Set-Cookie', 'slipway_ticket=evil; Path=/'],
      ...['Connection', 'X-Private', 'X-Private', 'no', 'X-Public', 'yes'],
    ]);
    response.end('ok');
  },
  '/events': (_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    listeners.push(response);
  },
  '/say': (_request, response) => {
    for (const listener of listeners.splice(0)) listener.end('data: now\n\n');
    response.end();
  },
  '/broken': (_request, response) => {
    response.writeHead(200, { 'content-length': 1000 });
    response.write('only this');
    setImmediate(() => response.destroy());
  },
  '/cut': (request) => request.socket.destroy(),
  '/url': (request, response) => response.end(request.url),
  '/peer': (request, response) => response.end(String(request.socket.remotePort)),
};
const listeners = [];
let written = 0;
let stalled;

const server = createServer((request, response) => {
  const answer = answers[new URL(request.url, 'http://x').pathname];
  if (answer) return answer(request, response);
  response.writeHead(404, { 'content-type': 'text/plain' });
  response.end('not here');
});

server.on('upgrade', (request, socket, head) => {
  socket.on('error', () => {});
  if (request.url === '/refused') return void socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 2\r\n\r\nno');
  const accept = createHash('sha1')
    .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
    .digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  echoFrames(socket, head);
});

/** Sends every frame back unmasked, of whatever kind and however fragmented. */
function echoFrames(socket, head) {
  let data = head;
  const take = () => {
    for (;;) {
      if (data.length < 2) return;
      let length = data[1] & 127;
      let at = 2;
      if (length === 126) [length, at] = [data.length < 4 ? Infinity : data.readUInt16BE(2), 4];
      else if (length === 127) [length, at] = [data.length < 10 ? Infinity : Number(data.readBigUInt64BE(2)), 10];
      if (data.length < at + 4 + length) return;
      const mask = data.subarray(at, at + 4);
      const payload = Buffer.from(data.subarray(at + 4, at + 4 + length));
      for (let i = 0; i < length; i++) payload[i] ^= mask[i & 3];
      const header = Buffer.from(data.subarray(0, at));
      header[1] &= 127;
      socket.write(Buffer.concat([header, payload]));
      data = data.subarray(at + 4 + length);
    }
  };
  take();
  socket.on('data', (chunk) => {
    data = data.length === 0 ? chunk : Buffer.concat([data, chunk]);
    take();
  });
}

server.listen(Number(process.env.PORT ?? 7080), '127.0.0.1');
