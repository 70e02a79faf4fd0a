import path from 'node:path';
import { app } from 'electron';
import { createLog, type Log } from '../log.ts';
import { logToFile } from '../log-file.ts';

export const logFile = () => path.join(app.getPath('userData'), 'logs', 'slipway.log');

/** Logs to stderr, for whoever started the app there, and to a file. */
export function openLog(): Log {
  // A terminal that was closed since makes writing fail, which Electron would show as a crash.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  const toFile = logToFile(logFile());
  const log = createLog((line) => {
    toFile(line);
    process.stderr.write(`${line}\n`);
  });
  process.on('unhandledRejection', (cause) => log.error('Something went wrong', cause));
  return log;
}
