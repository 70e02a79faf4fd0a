import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INSTALLATION_LABEL, readInstallationId } from '#server/features/instances/index.ts';
import { addDeployKey } from '#server/features/workspaces/deploy-keys.ts';
import { type GitServer, startGitServer } from '#tests/support/git-server.ts';
import { Lifecycle } from './lifecycle-support.ts';
import { engine, images } from './support.ts';

const BASE = 'slipway-test/built-image:1';
const FILES = {
  'src/code': 'two words',
  '.devcontainer/devcontainer.json': `{
    "build": { "dockerfile": "Dockerfile", "context": ".." }, // beside this file
    "features": { "./hello": { "greeting": "hi there" } },
  }`,
  '.devcontainer/Dockerfile': `FROM ${BASE}
RUN ["/bin/busybox", "--install", "-s", "/bin"]
RUN mkdir -p /etc && echo 'root:x:0:0::/:/bin/sh' > /etc/passwd && echo 'root:x:0:' > /etc/group
COPY src /src
`,
  '.devcontainer/hello/devcontainer-feature.json': '{ "id": "hello", "version": "1.0.0", "name": "Hello" }',
  '.devcontainer/hello/install.sh': '#!/bin/sh\nset -e\necho "$GREETING" > /greeting\n',
};
const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-built-'));
let life: Lifecycle;
let server: GitServer;
let labels: Record<string, string>;

beforeAll(async () => {
  const settings = { SLIPWAY_EGRESS_ALLOW: '127.0.0.1/32', SLIPWAY_LOCAL_IMAGES: BASE };
  [life, server] = await Promise.all([Lifecycle.open(settings), startGitServer(folder), importBase()]);
  labels = { [INSTALLATION_LABEL]: await readInstallationId(life.dependencies) };
  await life.work();
});
afterAll(async () => {
  await life?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
  for (const { tags } of await engine.listImages(labels)) {
    for (const tag of tags.filter((each) => /^slipway\/(over|project):/.test(each))) await engine.removeImage(tag);
  }
  await engine.removeImage(BASE);
});

/** An image with a shell and no label of ours: those aren't built upon. */
async function importBase(): Promise<void> {
  const name = `slipway-test-${randomBytes(6).toString('hex')}`;
  await engine.createContainer({
    ...{ name, image: await images.ensureProbe(engine), network: 'none', cpuCores: 1, memoryMb: 64 },
  });
  try {
    const found = await engine.readFiles(name, '/bin/busybox', { maxBytes: 20 * 2 ** 20 });
    const root = pack();
    root.entry({ name: 'bin/busybox', mode: 0o755 }, found.get('busybox')?.content ?? '');
    root.entry({ name: 'bin/sh', type: 'symlink', linkname: 'busybox' });
    root.finalize();
    await engine.importImage(root, BASE);
  } finally {
    await engine.remove(name);
  }
}

test('a project’s Dockerfile and feature are what its workspace is made of', async () => {
  const repository = path.join(folder, 'project');
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(repository, file)), { recursive: true });
    writeFileSync(path.join(repository, file), text, { mode: 0o755 });
  }
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: repository });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-q', '-m', 'first');

  const key = await addDeployKey(life.context);
  server.keys.add(key.publicKey);
  const gitUrl = `ssh://git@127.0.0.1:${server.port}/project`;
  const id = await life.add({ name: 'built', ide: 'none', gitUrl, deployKeyId: key.id });
  await life.until(id, 'Active');
  expect(await life.shell(id, 'cat /src/code /greeting')).toBe('two wordshi there');
  const told = (await life.messages(id)).map(({ message_text }) => message_text).join('\n');
  expect(told).toContain('Building the image that .devcontainer/devcontainer.json describes.');
  expect(told).toContain('COPY src /src');
});
