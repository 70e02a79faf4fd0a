import type { Socket } from 'node:net';

/**
 * ssh2 writes a packet in pieces (length, body, tag), each a system call and, without Nagle, its own segment. This
 * sends everything written within one turn of the event loop together.
 */
export function batchWrites(socket: Socket): void {
  const write = socket.write.bind(socket) as (data: Buffer) => boolean;
  let waiting = false;
  const flush = () => {
    waiting = false;
    socket.uncork();
  };
  socket.write = ((data: Buffer) => {
    if (!waiting) {
      waiting = true;
      socket.cork();
      process.nextTick(flush);
    }
    return write(data);
  }) as Socket['write'];
}
