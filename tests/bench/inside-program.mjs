// The cheapest program that can stand behind a proxy, so that what is measured is the proxy: 1 KB for every request,
// and an echo for WebSocket frames under 126 bytes.
import { createHash } from 'node:crypto';
import { createServer } from 'node:net';

const body = 'x'.repeat(1024);
const answer = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 1024\r\n\r\n${body}`);

createServer({ noDelay: true }, (socket) => {
  let text = '';
  const requests = (chunk) => {
    text += chunk.toString('latin1');
    for (let end = text.indexOf('\r\n\r\n'); end >= 0; end = text.indexOf('\r\n\r\n')) {
      const head = text.slice(0, end);
      text = text.slice(end + 4);
      if (/^upgrade: websocket/im.test(head)) return upgrade(head);
      socket.write(answer);
    }
  };
  const upgrade = (head) => {
    const key = /^sec-websocket-key: (.*)$/im.exec(head)[1].trim();
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64');
    socket.write(
      `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
    );
    socket.removeListener('data', requests);
    socket.on('data', echo);
  };
  const echo = (frame) => {
    const length = frame[1] & 127;
    const reply = Buffer.alloc(2 + length);
    reply[0] = frame[0];
    reply[1] = length;
    for (let at = 0; at < length; at++) reply[2 + at] = frame[6 + at] ^ frame[2 + (at & 3)];
    socket.write(reply);
  };
  socket.on('data', requests);
  socket.on('error', () => {});
}).listen(7080, '0.0.0.0');
