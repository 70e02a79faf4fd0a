import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createImages } from '#server/compute/images.ts';
import { IMAGES_FOLDER } from '#server/compute/software.ts';
import { SoftwareUnavailable } from '#server/compute/software-unavailable.ts';
import { listDatabaseOptions, listLanguageOptions } from '#server/features/workspaces/list-options.ts';
import { Lifecycle } from './lifecycle-support.ts';
import { engine, images, Laboratory, shell, waitUntilReady } from './support.ts';

const laboratory = new Laboratory();
beforeAll(() => laboratory.open());
afterAll(() => laboratory.close());

interface Language {
  id: string;
  /** A file of the project, and the command that prints `hello world` with it. */
  file: string;
  source: string;
  run: string;
  /** Package manager, debugger and the like: each ends well. */
  tools: string[];
}

const languages: Language[] = [
  {
    id: 'python',
    file: 'hello.py',
    source: `import sys\nprint('hello world', sys.version_info[:2])`,
    run: 'python hello.py && python -m venv .venv && .venv/bin/pip --version',
    tools: ['pip config list | grep break-system-packages', 'pipx --version', 'python -m debugpy --version'],
  },
  {
    id: 'php',
    file: 'hello.php',
    source: `<?php echo strtolower('HELLO world'), ' ', json_encode([extension_loaded('pdo_pgsql'), ini_get('xdebug.mode')]);`,
    run: 'php hello.php',
    tools: ['composer --version', 'XDEBUG_MODE=debug php -v | grep -i xdebug'],
  },
  {
    id: 'ruby',
    file: 'hello.rb',
    source: `require 'json'\nputs JSON.parse('["hello world"]')`,
    run: 'ruby hello.rb',
    tools: ['gem env home | grep ^/home/dev/', 'bundle --version', 'byebug --version'],
  },
  {
    id: 'go',
    file: 'main.go',
    source: 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("hello world") }\n',
    run: 'go mod init hello && go install . && hello',
    tools: ['go env GOBIN | grep ^/home/dev/', 'dlv version'],
  },
  {
    id: 'java',
    file: 'Hello.java',
    source: 'class Hello { public static void main(String[] a) { System.out.println("hello world"); } }',
    run: 'javac Hello.java && java Hello',
    tools: ['mvn --version', '"$JAVA_HOME/bin/jdb" -version'],
  },
  {
    id: 'rust',
    file: 'src/main.rs',
    source: 'fn main() { println!("hello world"); }',
    run: 'cargo init --quiet --name hello . && cargo install --quiet --path . && hello',
    tools: ['cargo fmt', 'cargo clippy --quiet', 'rust-gdb --version'],
  },
  {
    id: 'cpp',
    file: 'hello.cpp',
    source: '#include <iostream>\nint main() { std::cout << "hello world" << std::endl; }',
    run: `printf 'cmake_minimum_required(VERSION 3.25)\nproject(hello CXX)\nadd_executable(hello hello.cpp)' >CMakeLists.txt &&
      cmake -G Ninja -B build >/dev/null && cmake --build build >/dev/null && build/hello`,
    tools: ['gcc --version', 'gdb --version'],
  },
  {
    id: 'dotnet',
    file: 'hello/Program.cs',
    source: 'Console.WriteLine("hello world");',
    run: 'cd hello && dotnet new console --force --no-restore >/dev/null && dotnet run',
    tools: ['dotnet --info'],
  },
  { id: 'none', file: 'hello.sh', source: 'echo hello world', run: 'bash hello.sh', tools: ['git --version'] },
];

test('every language has its hello world here or in images.test.ts', async () => {
  const listed = (await images.listLanguages()).map(({ id }) => id);
  expect(['nodejs', ...languages.map(({ id }) => id)].sort()).toEqual(listed.sort());
});

/** The image, or null where a host that it says it needs really does not answer. */
async function imageWherePossible(choice: { language: string; database: string }): Promise<string | null> {
  try {
    return await laboratory.image(choice);
  } catch (error) {
    if (!(error instanceof SoftwareUnavailable)) throw error;
    const listed = [...(await images.listLanguages()), ...(await images.listDatabases())];
    expect(listed.find(({ name }) => name === error.software)?.needs).toContain(error.host);
    return null;
  }
}

describe.each(languages)('$id', ({ id, file, source, run, tools }) => {
  test('says hello world as dev, and has its package manager and debugger', async () => {
    const image = await imageWherePossible({ language: id, database: 'none' });
    if (!image) return;
    const { name } = await laboratory.workspace({ image });
    const path = `/home/dev/project/${file}`;
    const written = Buffer.from(source).toString('base64');
    await shell(name, `mkdir -p "$(dirname ${path})" && echo ${written} | base64 -d >${path}`);
    expect(await shell(name, `cd /home/dev/project && ${run}`)).toContain('hello world');
    for (const tool of tools) await shell(name, `set -o pipefail; cd /home/dev/project && ${tool}`);
    expect(await shell(name, 'node --version')).toMatch(/^v24\./);
    await engine.remove(name);
  });
});

test('several languages are in one workspace, each with its own tools', async () => {
  const image = await laboratory.image({ language: 'nodejs', languageVersion: '26', moreLanguages: ['python', 'go'] });
  const { name } = await laboratory.workspace({ image });
  expect(await shell(name, 'node --version')).toMatch(/^v26\./);
  expect(await shell(name, 'python --version')).toMatch(/^Python 3\.13\./);
  expect(await shell(name, 'go version')).toContain(' go1.24.');
  expect(await shell(name, 'go env GOBIN')).toBe('/home/dev/.local/bin');
  await engine.remove(name);
});

describe('mongodb', () => {
  test('knows the password it was given, where its packages can be had', async () => {
    const image = await imageWherePossible({ language: 'none', database: 'mongodb' });
    if (!image) return;
    const { name } = await laboratory.workspace({ image });
    await waitUntilReady(name, 'database');
    const logIn = (uri: string) =>
      shell(name, `mongosh --quiet "${uri}" --eval 'db.t.insertOne({ v: 1 }).acknowledged'`);
    expect(await logIn('$DATABASE_URL')).toBe('true');
    await expect(logIn('mongodb://dev:wrong@127.0.0.1:27017/dev?authSource=admin')).rejects.toThrow('Authentication');
    await engine.stop(name);
    expect((await engine.inspect(name)).exitCode).toBe(0);
    await engine.remove(name);
  });
});

describe('what Debian has no packages of', () => {
  let life: Lifecycle;
  beforeAll(async () => {
    life = await Lifecycle.open();
    await life.work();
  });
  afterAll(() => life.close());

  test.for([
    { name: '.NET', choice: { language: 'dotnet' }, value: 'dotnet-10.0', needs: 'packages.microsoft.com' },
    {
      name: 'MongoDB',
      choice: { database: 'mongodb' },
      value: 'mongodb',
      needs: 'repo.mongodb.org and pgp.mongodb.com',
    },
  ])('$name says what it needs; without, its launch ends in ER1 with what is missing', async (software) => {
    const { name, choice, value, needs } = software;
    const options = [...(await listLanguageOptions(life.context)), ...(await listDatabaseOptions(life.context))];
    expect(options.find((option) => option.value === value)?.text).toContain(`(needs access to ${needs})`);
    const image = await imageWherePossible({ language: 'none', database: 'none', ...choice });
    if (image) return;
    const id = await life.add({ name, ...choice });
    await life.until(id, 'Deleted');
    const last = (await life.messages(id)).at(-1);
    expect(last?.message_code).toBe('ER1');
    // Either may be the one that is named.
    const [, host = ''] =
      /^(?:\S+) can’t be installed here: (\S+) can’t be reached/.exec(last?.message_text ?? '') ?? [];
    expect(last?.message_text).toContain(`${name} can’t be installed here: `);
    expect(needs.split(' and ')).toContain(host);
    expect(await life.containers()).toEqual([]);
  });
});

describe('what needs a host that does not answer', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'slipway-software-'));
    await cp(IMAGES_FOLDER, folder, { recursive: true });
    const script = (id: string, name: string) =>
      `#!/bin/bash\n# id: ${id}\n# name: ${name}\n# port: 4000\n# needs: packages.invalid\ninstall() { exit 1; }\n"$@"\n`;
    await writeFile(join(folder, 'languages/faraway.sh'), script('faraway', 'Far Away'));
    await writeFile(join(folder, 'databases/faraway.sh'), script('faraway', 'Far Away DB'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('is refused before anything is installed, and named', async () => {
    const heard: string[] = [];
    const own = createImages({ folder });
    const build = own.ensureImage(
      engine,
      { language: 'rust', database: 'faraway' },
      { onOutput: (line) => heard.push(line) },
    );
    await expect(build).rejects.toMatchObject({ software: 'Far Away DB', host: 'packages.invalid' });
    expect(heard.join('\n')).not.toContain('install-part');
    const other = own.ensureImage(engine, { language: 'faraway', database: 'none' });
    await expect(other).rejects.toBeInstanceOf(SoftwareUnavailable);
  });

  test('is offered with the host it needs, and its launch ends in ER1 with one sentence', async () => {
    const life = await Lifecycle.open();
    for (const part of [life.dependencies, life.context]) Object.assign(part, { images: createImages({ folder }) });
    try {
      const options = await listDatabaseOptions(life.context);
      expect(options.map(({ value }) => value)).toEqual(['mysql', 'postgresql', 'redis', 'faraway', 'mongodb', 'none']);
      expect(options).toContainEqual({ value: 'faraway', text: 'Far Away DB (needs access to packages.invalid)' });

      await life.work();
      const id = await life.add({ name: 'far', database: 'faraway' });
      await life.until(id, 'Deleted');
      const last = (await life.messages(id)).at(-1);
      expect(last?.message_code).toBe('ER1');
      expect(last?.message_text.split('\n')[0]).toBe(
        'Far Away DB can’t be installed here: packages.invalid can’t be reached from the machine that runs the workspace.',
      );
      expect((await life.get(id)).database_name).toBe('Far Away DB');
      expect(await life.containers()).toEqual([]);
    } finally {
      await life.close();
    }
  });
});
