import { connect, type Socket } from 'node:net';

export interface Load {
  requestsPerSecond: number;
  /** All answers, those of the first second too. */
  answered: number;
}

/** Keeps `connections` busy with one request each for `seconds`, the first second not counted. Raw, to cost little itself. */
export async function load(options: {
  host: string;
  port: number;
  head: string;
  connections: number;
  seconds: number;
}): Promise<Load> {
  const { host, port, head, connections, seconds } = options;
  const request = Buffer.from(`${head}\r\n\r\n`);
  let answered = 0;
  const sockets = await Promise.all(
    Array.from({ length: connections }, () =>
      opened(host, port, request, () => {
        answered += 1;
      }),
    ),
  );
  for (const socket of sockets) socket.write(request);
  await elapse(1);
  const [before, from] = [answered, performance.now()];
  await elapse(seconds);
  const requestsPerSecond = ((answered - before) * 1000) / (performance.now() - from);
  for (const socket of sockets) socket.destroy();
  return { requestsPerSecond, answered };
}

function elapse(seconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, seconds * 1000));
}

/** A connection that sends the next request when the answer to the last one is complete. */
function opened(host: string, port: number, request: Buffer, onAnswer: () => void): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true }, () => resolve(socket));
    let waiting: Buffer = Buffer.alloc(0);
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      waiting = waiting.length === 0 ? chunk : Buffer.concat([waiting, chunk]);
      const size = answerSize(waiting);
      if (size === null || waiting.length < size) return;
      waiting = waiting.subarray(size);
      onAnswer();
      socket.write(request);
    });
  });
}

const sizes = new Map<number, number>();

/** Bytes of a whole answer. Answers of one run differ only in their date, so that the head is parsed once per length. */
function answerSize(data: Buffer): number | null {
  const end = data.indexOf('\r\n\r\n');
  if (end < 0) return null;
  let size = sizes.get(end);
  if (size === undefined) {
    const head = data.toString('latin1', 0, end);
    if (!/^HTTP\/1\.1 200/.test(head)) throw new Error(`unexpected answer: ${head}`);
    size = end + 4 + Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? Number.NaN);
    sizes.set(end, size);
  }
  return size;
}
