import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dialWhenUp, engine, httpGet, images, Laboratory, shell, waitUntilReady } from './support.ts';

const laboratory = new Laboratory();
beforeAll(() => laboratory.open());
afterAll(() => laboratory.close());

describe('what there is to choose', () => {
  test('languages and databases come from the scripts, none last', async () => {
    const languages = await images.listLanguages();
    expect(languages.find(({ id }) => id === 'nodejs')).toMatchObject({
      name: 'Node.js',
      versions: ['24', '26', '22'],
    });
    expect(languages.at(-1)?.id).toBe('none');
    const databases = await images.listDatabases();
    expect(databases.map(({ id, port, user }) => [id, port, user])).toEqual([
      ['mysql', 3306, 'root'],
      ['postgresql', 5432, 'dev'],
      ['redis', 6379, 'default'],
      ['mongodb', 27017, 'dev'],
      ['none', undefined, undefined],
    ]);
  });

  test('what is not there is not found', async () => {
    await expect(laboratory.image({ language: 'cobol-85' })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(laboratory.image({ languageVersion: '1' })).rejects.toMatchObject({ kind: 'not-found' });
    await expect(laboratory.image({ database: '../none' })).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('callers at the same time get one image', async () => {
    const [one, other] = await Promise.all([laboratory.image(), laboratory.image()]);
    expect(one).toBe(other);
    expect(one).toMatch(/^slipway\/workspace:[0-9a-f]{16}$/);
  });
});

describe('a workspace', () => {
  test('serves the web IDE through the agent, and again after a stop and a kill', async () => {
    const { name } = await laboratory.workspace({ image: await laboratory.image(), ide: true, memoryMb: 1536 });
    await waitUntilReady(name, 'ide');
    expect(await httpGet(await dialWhenUp(name, 7080), '/healthz')).toMatch(/^HTTP\/1\.1 200/);
    const page = await httpGet(await engine.dial(name, 7080), '/?folder=/home/dev/project');
    const script = /stable-[^"/]+\/static\/(out\/vs\/[^"]+\/workbench\.js)/.exec(page);
    const file = `/opt/code-server/node_modules/code-server/lib/vscode/${script?.[1]}`;
    // Fails unless what arrives is the file.
    const load = (accept: string) =>
      shell(
        name,
        `set -o pipefail; curl -sS --compressed -D /tmp/head -H 'Accept-Encoding: ${accept}' localhost:7080/${script?.[0]} |
          cmp - ${file} && cat /tmp/head`,
      );
    for (const [accept, encoding] of [
      ['gzip, br', 'br'],
      ['br;q=0, gzip', 'gzip'],
    ] as const) {
      const head = await load(accept);
      expect(head).toContain(`Content-Encoding: ${encoding}`);
      // Compressed beforehand: its length is known.
      expect(head).toMatch(/Content-Length: \d{7}\b/);
      expect(head).toContain('Cache-Control: public, max-age=31536000, immutable');
      expect(head).toContain('Vary: Accept-Encoding');
    }
    expect(await load('identity')).not.toContain('Content-Encoding');
    await shell(name, `echo '// mine' | sudo tee -a ${file}`);
    expect(await load('br')).not.toContain('immutable');
    await engine.stop(name);
    await engine.start(name);
    expect(await httpGet(await dialWhenUp(name, 7080), '/healthz')).toMatch(/^HTTP\/1\.1 200/);
    await engine.kill(name);
    await engine.start(name);
    expect(await httpGet(await dialWhenUp(name, 7080), '/healthz')).toMatch(/^HTTP\/1\.1 200/);
    await shell(name, 'pkill -f code-server/out/node/entry');
    await waitUntilReady(name, 'ide');
    await engine.remove(name);
  });

  test.each(['24', '22'])('runs Node.js %s and lets dev install packages globally', async (version) => {
    const { name } = await laboratory.workspace({ image: await laboratory.image({ languageVersion: version }) });
    expect(await shell(name, `node -p "'hello world ' + process.version"`)).toMatch(`hello world v${version}.`);
    expect(await shell(name, 'npm config get prefix')).toBe('/home/dev/.local');
    expect(await shell(name, 'sudo node --version')).toMatch(`v${version}.`);
    await engine.remove(name);
  });

  test('has the usual tools, and bash, zsh and fish with one environment', async () => {
    const { name } = await laboratory.workspace({ image: await laboratory.image() });
    const tools =
      'git git-lfs gh ssh rg fd jq tmux vim nano less htop curl wget zip unzip rsync gcc make sqlite3 direnv vi /usr/lib/openssh/sftp-server';
    for (const tool of tools.split(' ')) expect(await shell(name, `command -v ${tool}`)).toContain(tool);

    const odd = 'ODD="two words = \\$x\nand a line"\n';
    const encoded = Buffer.from(odd).toString('base64');
    await shell(name, `echo ${encoded} | base64 -d | sudo tee -a /etc/slipway/environment >/dev/null`);
    const env = { HOME: '/home/dev', USER: 'dev', LOGNAME: 'dev', SHELL: '/bin/bash' };
    const ofAShell = /^(?:_|SHLVL|PWD|OLDPWD|BASH_ENV|SLIPWAY_EXEC)?(?:=|$)/;
    const seenBy = async (...command: string[]) => {
      const { stdout } = await engine.run(name, { command: [...command, 'env -0'], env });
      return stdout
        .split('\0')
        .filter((variable) => !ofAShell.test(variable))
        .sort();
    };
    const bash = await seenBy('bash', '-c');
    expect(bash).toContain('ODD=two words = $x\nand a line');
    expect(bash).toContain('LANG=C.UTF-8');
    expect(bash.find((variable) => variable.startsWith('PATH='))).toMatch(
      /^PATH=\/home\/dev\/\.local\/bin:.*\/usr\/local\/bin:.*\/usr\/sbin:/,
    );
    for (const shells of ['bash -lc', 'zsh -c', 'zsh -lc', 'fish -c', 'fish -lc']) {
      expect([shells, await seenBy(...shells.split(' '))]).toEqual([shells, bash]);
    }
    await engine.remove(name);
  });

  test('carries nothing of the machine that built it but its certificates', async () => {
    const { name } = await laboratory.workspace({ image: await laboratory.image({ languageVersion: '22' }) });
    expect(
      await shell(name, 'sudo find / -xdev -name .npmrc -not -path "*/node_modules/*" -o -xdev -path "/tmp/*" | wc -l'),
    ).toBe('0');
    expect(await shell(name, 'ls -A /var/lib/apt/lists | wc -l')).toBe('0');
    await engine.remove(name);
  });
});

interface Database {
  id: string;
  write: string;
  read: string;
  /** Over TCP, with the password in $PW. */
  login: string;
}

const databases: Database[] = [
  {
    id: 'postgresql',
    write: `psql -qc "CREATE TABLE t (v text); INSERT INTO t VALUES ('kept')"`,
    read: `psql -Atc 'SELECT v FROM t'`,
    login: `PGPASSWORD="$PW" psql -h 127.0.0.1 -U dev dev -Atc 'SELECT v FROM t'`,
  },
  {
    id: 'mysql',
    write: `mysql dev -e "CREATE TABLE t (v varchar(9)); INSERT INTO t VALUES ('kept')"`,
    read: `mysql dev -Ne 'SELECT v FROM t'`,
    login: `MYSQL_PWD="$PW" mysql -h 127.0.0.1 -u root dev -Ne 'SELECT v FROM t'`,
  },
  {
    id: 'redis',
    write: 'redis-cli set t kept',
    read: 'redis-cli get t',
    login: 'REDISCLI_AUTH="$PW" redis-cli -h 127.0.0.1 get t',
  },
];

describe.each(databases)('$id', ({ id, write, read, login }) => {
  test('knows the password it was given, keeps its rows, and takes a new password after a snapshot', async () => {
    const image = await laboratory.image({ database: id });
    const first = await laboratory.workspace({ image });
    await waitUntilReady(first.name, 'database');
    await shell(first.name, write);
    const logIn = async (container: string, password: string) => {
      const result = await engine.run(container, { command: ['bash', '-lc', login], env: { PW: password } });
      return result.stdout.trim();
    };
    expect(await shell(first.name, read)).toBe('kept');
    expect(await logIn(first.name, first.password)).toBe('kept');
    expect(await logIn(first.name, 'wrong')).not.toBe('kept');
    expect(await shell(first.name, 'echo $DATABASE_URL')).toContain(
      encodeURIComponent(first.password).replaceAll("'", '%27'),
    );
    expect(
      await shell(first.name, `sudo ss -Hltn | awk '{print $4}' | grep -v -e '^127\\.' -e ':7070$' || echo none`),
    ).toBe('none');

    await engine.stop(first.name);
    expect((await engine.inspect(first.name)).exitCode).toBe(0);
    await engine.start(first.name);
    await waitUntilReady(first.name, 'database');
    expect(await shell(first.name, read)).toBe('kept');

    const snapshot = laboratory.snapshot();
    await engine.kill(first.name);
    await engine.commit(first.name, snapshot);
    const second = await laboratory.workspace({ image: snapshot });
    await waitUntilReady(second.name, 'database');
    expect(await logIn(second.name, second.password)).toBe('kept');
    expect(await logIn(second.name, first.password)).not.toBe('kept');
    await Promise.all([engine.remove(first.name), engine.remove(second.name)]);
  });
});
