import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, unlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';

const HAND_OVER = `
const [socket, args] = process.argv.slice(1);
require('node:net').connect(socket, function () { this.end(args); }).on('error', () => undefined).resume();
`;

/**
 * A lock file with the process in it, and a socket on which a second start hands over its arguments. As Electron does,
 * the second start returns only once the first has them.
 */
export function holdLock(folder: string, onSecond: (args: string[]) => void): boolean {
  const lock = path.join(folder, 'SingletonLock');
  const socket = path.join(folder, 'SingletonSocket');
  const holder = existsSync(lock) ? Number(readFileSync(lock, 'utf8')) : null;
  if (holder && isAlive(holder)) {
    execFileSync(process.execPath, ['-e', HAND_OVER, socket, JSON.stringify(process.argv)]);
    return false;
  }
  if (existsSync(socket)) unlinkSync(socket);
  writeFileSync(lock, String(process.pid));
  createServer((client) => {
    let text = '';
    client.on('data', (chunk) => {
      text += chunk;
    });
    client.on('end', () => onSecond(JSON.parse(text)));
  })
    .listen(socket)
    .unref();
  return true;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
