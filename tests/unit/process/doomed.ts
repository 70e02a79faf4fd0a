// Stands for the server: it does the same on an error, and is told by its first word what goes wrong.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { createGracefulStop, heedSignals } from '#server/platform/graceful-stop.ts';
import { installLastResort } from '#server/platform/last-resort.ts';
import { createLogger } from '#server/platform/logger.ts';

const [fault] = process.argv.slice(2);
const log = createLogger('info');
const server = createServer((_request, response) => response.end('served'));
const stop = createGracefulStop(
  [
    async (failed) => log.info({ failed }, 'closed first opened'),
    async () => {
      server.close();
      server.closeAllConnections();
      if (fault === 'hangs') await new Promise(() => {});
      if (fault === 'close fails') throw new Error('can’t be closed');
      if (fault === 'slow') {
        log.info('closing');
        await once(process.stdin, 'data');
      }
      if (fault === 'again') {
        setImmediate(() => throwIt('a second one'));
        await new Promise(setImmediate);
        await new Promise(setImmediate);
      }
    },
  ],
  { withinMs: fault === 'slow' ? 20_000 : 500 },
);
installLastResort({ log, stop: stop.failed });
heedSignals(stop);

function throwIt(message: string): never {
  throw new Error(message);
}

server.listen(0, '127.0.0.1', () => {
  if (fault === 'rejection') void Promise.reject(new Error('nobody waits for this'));
  else if (fault !== 'slow') setImmediate(() => throwIt('nobody catches this'));
  process.stdout.write(`${JSON.stringify({ port: (server.address() as { port: number }).port })}\n`);
});
