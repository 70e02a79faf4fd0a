import { afterAll, beforeAll, expect, test } from 'vitest';
import { containerName } from '#server/features/instances/index.ts';
import { cloneRepository } from '#server/features/workspaces/clone-repository.ts';
import { startWorkspace, stopWorkspace } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';

let life: Lifecycle;

beforeAll(async () => {
  life = await Lifecycle.open();
  await life.work();
});
afterAll(() => life?.close());

/** An https server with a password on the workspace's own loopback interface, trusted by its system. */
const FORGE = String.raw`
set -eu
mkdir -p /tmp/forge && cd /tmp/forge
openssl req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -days 2 -subj /CN=localhost \
  -addext subjectAltName=DNS:localhost 2>/dev/null
sudo cp cert.pem /usr/local/share/ca-certificates/forge.crt && sudo update-ca-certificates >/dev/null 2>&1
git init -q -b main source && cd source
echo hello >README.md && mkdir -p src/deep && echo deep >src/deep/file
commit() { git -c user.name=t -c user.email=t@example.com commit -q --allow-empty -m "$1"; }
git add . && commit first && git tag v1
git checkout -q -b feature/login && commit second
git checkout -q -b asked main && commit asked && git checkout -q main
cd .. && git clone -q --bare source x.git
git -C x.git update-ref refs/pull/7/head asked && git -C x.git branch -q -D asked
git -C x.git rev-parse v1 >first && git -C x.git update-server-info
cat >server.mjs <<'JS'
import { createServer } from 'node:https';
import { createReadStream, readFileSync, statSync, appendFileSync } from 'node:fs';
const allowed = 'Basic ' + Buffer.from('ada:p@ss w0rd').toString('base64');
createServer({ key: readFileSync('key.pem'), cert: readFileSync('cert.pem') }, (request, response) => {
  if (request.headers.authorization !== allowed) return response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
  const file = '.' + decodeURIComponent(request.url.split('?')[0]);
  try { statSync(file); } catch { return response.writeHead(404).end(); }
  createReadStream(file).pipe(response);
}).listen(8443, '127.0.0.1', () => appendFileSync('up', 'x'));
JS
setsid nohup node server.mjs >server.log 2>&1 </dev/null &
until [ -e up ]; do sleep 0.05; done
`;

test('a workspace is launched with a database that takes the shown password', async () => {
  const id = await life.add({ name: 'with data', database: 'postgresql' });
  await life.until(id, 'Active');
  const { database_password: password, database_user: user } = await life.get(id);
  expect(password).toMatch(/^[0-9a-f]{24}$/);
  const shown = `PGPASSWORD=${password} psql -h 127.0.0.1 -U ${user} -d dev -Atc 'select 40 + 2'`;
  expect(await life.shell(id, shown)).toBe('42');
  const [row] = await life.dependencies.sql`select database_password from workspaces where id = ${id}`;
  expect(row?.database_password).not.toContain(password);
});

test.each([
  {
    database: 'postgresql',
    ask: 'psql -h $HOST -Atc "select 40 + 2"',
    own: { file: '.pgpass', line: 'db.example.com:5432:*:ada:secret' },
  },
  { database: 'mysql', ask: 'mysql -h $HOST -Ne "select 40 + 2"', own: { file: '.my.cnf', line: '[mysql]' } },
])('$database: its own client needs no password by host name either, and what a person wrote stays', async (each) => {
  const { database, ask, own } = each;
  const id = await life.add({ name: `by name ${database}`, database });
  await life.until(id, 'Active');
  const byName = (host: string) => life.shell(id, `HOST=${host}; unset PGPASSWORD MYSQL_PWD; ${ask}`);
  expect([await byName('localhost'), await byName('127.0.0.1')]).toEqual(['42', '42']);
  // Of another start, as after a snapshot; the person has added lines of their own.
  const stale = database === 'postgresql' ? "sed -i 's/:[^:]*$/:stale/' ~/.pgpass; " : '';
  await life.shell(id, `${stale}echo '${own.line}' >> ~/${own.file}`);
  await stopWorkspace(life.context, { id });
  await life.idle();
  await startWorkspace(life.context, { id });
  await life.until(id, 'Active');
  expect([await byName('localhost'), await byName('127.0.0.1')]).toEqual(['42', '42']);
  expect(await life.shell(id, `grep -cFx '${own.line}' ~/${own.file}`)).toBe('1');
  if (database === 'postgresql') expect(await life.shell(id, 'wc -l < ~/.pgpass; stat -c %a ~/.pgpass')).toBe('3\n600');
});

test('what is run in the container by hand knows whose it is', async () => {
  await life.clear();
  const id = await life.add({ name: 'by hand' });
  await life.until(id, 'Active');
  const { stdout } = await life.engine.run(containerName('workspace', id), { command: ['env'] });
  expect(stdout.split('\n')).toEqual(expect.arrayContaining(['USER=dev', 'LOGNAME=dev', 'SHELL=/bin/bash']));
});

test('a private repository is cloned with its credentials, which stay out of every file', async () => {
  const id = await life.add({ name: 'cloner' });
  await life.until(id, 'Active');
  await life.shell(id, FORGE);
  const lines: string[] = [];
  const request = {
    url: 'https://localhost:8443/x.git',
    ref: null as string | null,
    credentials: 'ada:p%40ss%20w0rd',
    deployKey: null,
    onOutput: (line: string) => lines.push(line),
  };
  const container = containerName('workspace', id);
  const clone = (credentials: string | null) => cloneRepository(life.engine, container, { ...request, credentials });
  await expect(clone(null)).rejects.toThrow('it isn’t public. Add a username and token to its URL');
  await expect(clone('ada:wrong')).rejects.toThrow('localhost rejected the username and password, or the token');
  await expect(cloneRepository(life.engine, container, { ...request, ref: 'gone/x' })).rejects.toThrow(
    'The repository has no branch, tag, commit or request called gone/x.',
  );
  const fresh = 'rm -rf /home/dev/project/.git';
  const head = 'cd /home/dev/project && git log -1 --format=%s && git status -sb | head -1';
  for (const [ref, seen] of [
    ['feature/login/src/deep/file', 'second\n## feature/login...origin/feature/login'],
    ['refs/pull/7/head', 'asked\n## pull/7'],
    ['v1', 'first\n## HEAD (no branch)'],
    [await life.shell(id, 'cat /tmp/forge/first'), 'first\n## HEAD (no branch)'],
  ] as const) {
    await cloneRepository(life.engine, container, { ...request, ref });
    expect(await life.shell(id, head)).toBe(seen);
    await life.shell(id, fresh);
  }
  await cloneRepository(life.engine, container, request);
  expect(lines.join('\n')).toMatch(/Cloning into/);
  expect(await life.shell(id, 'cd /home/dev/project && git status --porcelain && cat README.md src/deep/file')).toBe(
    'hello\ndeep',
  );
  expect(await life.shell(id, 'cd /home/dev/project && git config remote.origin.url')).toBe(request.url);
  expect(await life.shell(id, 'grep -rl "w0rd" /home/dev || true')).toBe('');

  await life.shell(id, 'echo mine > /home/dev/project/README.md');
  await cloneRepository(life.engine, container, request);
  expect(await life.shell(id, 'cat /home/dev/project/README.md')).toBe('mine');
});
