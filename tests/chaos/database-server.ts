import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, readlink, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#server/platform/database.ts';
import { retry } from '#tests/support/retry.ts';

const LOOK_MS = 20;

/** A PostgreSQL of this machine, by its processes. */
export interface DatabaseServer {
  /** All of its processes at once, as a power cut would. */
  kill(): Promise<void>;
  /** Again on the same port, with the files as they were left. */
  start(): Promise<void>;
  /** Its processes stand still. */
  freeze(): Promise<void>;
  thaw(): Promise<void>;
}

export async function databaseServer(url: string): Promise<DatabaseServer> {
  const data = await ask(url, 'show data_directory');
  const pidFile = path.join(data, 'postmaster.pid');
  const postmaster = async () => Number((await readFile(pidFile, 'utf8')).split('\n')[0]);
  const first = await postmaster();
  const program = await readlink(`/proc/${first}/exe`);
  const [, ...words] = (await readFile(`/proc/${first}/cmdline`, 'utf8')).split('\0').slice(0, -1);
  const { uid, gid } = await stat(data);
  const signal = async (name: NodeJS.Signals) => {
    const pid = await postmaster();
    const all = [pid, ...(await childrenOf(pid))];
    for (const each of all) {
      try {
        process.kill(each, name);
      } catch {
        // It has ended by itself.
      }
    }
    return all;
  };
  return {
    async kill() {
      const all = await signal('SIGKILL');
      while ((await Promise.all(all.map(isThere))).includes(true)) await delay(LOOK_MS);
      // Where nobody takes note of the end of processes, its number is still in use.
      await rm(pidFile);
    },
    async start() {
      const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
      const child: ChildProcess = spawn(program, words, { uid, gid, env, detached: true, stdio: 'ignore' });
      child.unref();
      await retry(() => ask(url, 'select 1'));
    },
    freeze: async () => void (await signal('SIGSTOP')),
    thaw: async () => void (await signal('SIGCONT')),
  };
}

/** The one value that answers. */
async function ask(url: string, question: string): Promise<string> {
  const { sql, close } = openDatabase(url, 1);
  try {
    const [row] = await sql.unsafe(question);
    return String(Object.values(row ?? {})[0]);
  } finally {
    await close();
  }
}

async function childrenOf(parent: number): Promise<number[]> {
  const all = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const parents = await Promise.all(
    all.map(async (pid) => Number(/^\d+ \(.*\) \S (\d+)/s.exec(await statOf(pid))?.[1])),
  );
  return all.filter((_, index) => parents[index] === parent);
}

/** One whose end nobody has noted yet is gone. */
const isThere = async (pid: number) => /^\d+ \(.*\) [^ZX]/s.test(await statOf(pid));
const statOf = (pid: number) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
