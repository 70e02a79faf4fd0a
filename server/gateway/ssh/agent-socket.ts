/**
 * Runs inside the workspace for one SSH session with agent forwarding: a socket in its own folder, for `dev` alone,
 * whose connections travel over standard input and output as frames (see `forward-agent.ts`). The folder is removed
 * with the session: when standard input ends, or on a signal.
 */
const PROGRAM = `
const fs = require('node:fs');
const net = require('node:net');
const folder = fs.mkdtempSync('/tmp/ssh-');
process.umask(0o177);
const file = folder + '/agent.' + process.pid;
const sockets = new Map();
let last = 0;
function send(id, data) {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(id, 0);
  head.writeUInt32BE(data.length, 4);
  return process.stdout.write(Buffer.concat([head, data]));
}
function end() {
  fs.rmSync(folder, { recursive: true, force: true });
  process.exit();
}
net.createServer((socket) => {
  const id = ++last;
  sockets.set(id, socket);
  socket.on('error', () => {});
  socket.on('close', () => sockets.delete(id) && send(id, Buffer.alloc(0)));
  socket.on('data', (data) => {
    if (send(id, data)) return;
    socket.pause();
    process.stdout.once('drain', () => socket.resume());
  });
}).listen(file, () => send(0, Buffer.from(file)));
let read = Buffer.alloc(0);
process.stdin.on('data', (chunk) => {
  read = Buffer.concat([read, chunk]);
  while (read.length >= 8 && read.length >= 8 + read.readUInt32BE(4)) {
    const id = read.readUInt32BE(0);
    const data = read.subarray(8, 8 + read.readUInt32BE(4));
    read = read.subarray(8 + data.length);
    if (data.length > 0) sockets.get(id)?.write(data);
    else {
      const socket = sockets.get(id);
      sockets.delete(id);
      socket?.end();
    }
  }
});
process.stdin.on('end', end).on('error', end);
process.stdout.on('error', end);
for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM']) process.on(signal, end);
`;

export const AGENT_SOCKET_COMMAND = ['/usr/local/bin/node', '-e', PROGRAM];
/** What the program prints; anything else isn't accepted. */
export const AGENT_SOCKET = /^\/tmp\/ssh-\w{6}\/agent\.\d+$/;
