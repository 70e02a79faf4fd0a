import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pack } from 'tar-stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ensureBaseOs } from '#server/compute/base-os.ts';
import { containerName, INSTALLATION_LABEL } from '#server/features/instances/index.ts';
import { listSnapshots } from '#server/features/snapshots/list-snapshots.ts';
import { addDeployKey } from '#server/features/workspaces/deploy-keys.ts';
import { type GitServer, startGitServer } from '#tests/support/git-server.ts';
import { snapshotWorkspace, stopWorkspace } from '#tests/support/instances.ts';
import { Lifecycle } from './lifecycle-support.ts';
import { dialWhenUp, engine, httpGet, images } from './support.ts';

const [OWN, SMALL] = ['slipway-test/own-image:1', 'slipway-test/small-image:1'];
const PLACE = '.devcontainer/devcontainer.json';

/** Another release of Debian than ours, with another user and none of our tools. */
const OWN_DOCKERFILE = (base: string) => `FROM ${base}
RUN useradd --create-home --uid 1500 --groups games app && mkdir -m 777 /data
VOLUME /data
USER app
ENV GREETING="from the image"
CMD ["sh", "-c", "id -un >/tmp/own-command"]
`;
const OWN_PROJECT = {
  [PLACE]: `{
    "image": "${OWN}",
    "overrideCommand": false,
    "onCreateCommand": "echo $GREETING >created",
  }`,
};

const BUILT_PROJECT = {
  'src/code': 'two words',
  [PLACE]: `{
    "build": { "dockerfile": "Dockerfile", "context": ".." }, // beside this file
    "features": { "./hello": { "greeting": "hi there" } },
  }`,
  '.devcontainer/Dockerfile': `FROM ${SMALL}
RUN ["/bin/busybox", "--install", "-s", "/bin"]
RUN mkdir -p /etc && echo 'root:x:0:0::/:/bin/sh' > /etc/passwd && echo 'root:x:0:' > /etc/group
COPY src /src
`,
  '.devcontainer/hello/devcontainer-feature.json': '{ "id": "hello", "version": "1.0.0", "name": "Hello" }',
  '.devcontainer/hello/install.sh': '#!/bin/sh\nset -e\necho "$GREETING" > /greeting\n',
};
const LOST_PROJECT = { [PLACE]: '{\n  "image": "slipway-test.invalid/nothing:1"\n}' };

const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-own-'));
let life: Lifecycle;
let server: GitServer;
let address: string;

beforeAll(async () => {
  // Git clones it in the workspace, where this machine's loopback is not.
  address =
    Object.values(os.networkInterfaces())
      .flat()
      .find((each) => each?.family === 'IPv4' && !each.internal)?.address ?? '';
  const settings = { SLIPWAY_EGRESS_ALLOW: `${address}/32`, SLIPWAY_LOCAL_IMAGES: 'slipway-test/*' };
  [life, server] = await Promise.all([
    Lifecycle.open(settings),
    startGitServer(folder, address),
    buildOwn(),
    importSmall(),
  ]);
  await life.work();
});
afterAll(async () => {
  await life?.close();
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
  for (const image of [OWN, SMALL]) await engine.removeImage(image);
});

async function buildOwn(): Promise<void> {
  const contextFolder = path.join(folder, 'own-context');
  mkdirSync(contextFolder);
  const base = await ensureBaseOs(engine, 'bookworm', () => undefined);
  writeFileSync(path.join(contextFolder, 'Dockerfile'), OWN_DOCKERFILE(base));
  await engine.buildImage({ contextFolder, tag: OWN });
}

/** A shell without a libc, and no label of ours: what has one isn't built upon. */
async function importSmall(): Promise<void> {
  const name = `slipway-test-${randomBytes(6).toString('hex')}`;
  const image = await images.ensureProbe(engine);
  await engine.createContainer({ name, image, network: 'none', cpuCores: 1, memoryMb: 64 });
  try {
    const found = await engine.readFiles(name, '/bin/busybox', { maxBytes: 20 * 2 ** 20 });
    const root = pack();
    root.entry({ name: 'bin/busybox', mode: 0o755 }, found.get('busybox')?.content ?? '');
    root.entry({ name: 'bin/sh', type: 'symlink', linkname: 'busybox' });
    root.finalize();
    await engine.importImage(root, SMALL);
  } finally {
    await engine.remove(name);
  }
}

/** A workspace of a private repository with these files. */
async function launch(name: string, files: Record<string, string>, ide: 'vscode' | 'none'): Promise<string> {
  const repository = path.join(folder, name);
  for (const [file, text] of Object.entries(files)) {
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
  return life.add({ name, ide, gitUrl: `ssh://git@${address}:${server.port}/${name}`, deployKeyId: key.id });
}

const told = async (id: string) => (await life.messages(id)).map((message) => message.message_text).join('\n');

/** A terminal as VS Code opens one: its own Node.js loads native code of its own. */
const TERMINAL = `/opt/slipway/node/bin/node -e '
  const pty = require("/opt/slipway/code-server/node_modules/code-server/lib/vscode/node_modules/node-pty");
  const shell = pty.spawn("/bin/bash", ["-lc", "id -un"], {});
  shell.onData((text) => process.stdout.write(text));
'`;

test('an image that nobody can have ends the launch with its line', async () => {
  const id = await launch('lost', LOST_PROJECT, 'none');
  await life.until(id, 'Deleted');
  const last = (await life.messages(id)).at(-1);
  expect(last?.message_code).toBe('ER1');
  expect(last?.message_text).toContain(`This workspace can’t use image in line 2 of ${PLACE}.`);
  expect(await life.isRunning(id)).toBe(false);
});

test('a project’s image is what its workspace is made of, with VS Code, its user, its command and its volumes in it', async () => {
  const id = await launch('own', OWN_PROJECT, 'vscode');
  await life.until(id, 'Active');
  expect(await told(id)).toContain(`This workspace uses the project’s image ${OWN}`);
  expect(await httpGet(await dialWhenUp(containerName('workspace', id), 7080), '/healthz')).toContain('200 OK');
  expect(await life.shell(id, TERMINAL)).toBe('app');
  expect(await life.shell(id, 'id -un; id -Gn; cd; pwd -P')).toBe('app\napp games\n/home/app');
  expect(await life.shell(id, 'cut -d. -f1 /etc/debian_version; command -v grep git')).toBe(
    '12\n/usr/bin/grep\n/opt/slipway/bin/git',
  );
  expect(await life.shell(id, 'git status --porcelain; cat created')).toBe('?? created\nfrom the image');
  await expect.poll(() => life.shell(id, 'cat /tmp/own-command')).toBe('app');

  // A volume would be in no snapshot, and no disk limit would count it.
  expect(await life.shell(id, 'echo kept >/data/x; stat -c %m /data')).toBe('/');
  await stopWorkspace(life.context, { id });
  await life.until(id, 'Offline');
  const { id: snapshotId } = await snapshotWorkspace(life.context, { id });
  const saved = async () => (await listSnapshots(life.context, { page: 1 })).rows[0]?.status === 'Active';
  await life.condition(saved, 'its snapshot');
  const copy = await life.add({ name: 'copy', snapshotId });
  await life.until(copy, 'Active');
  expect(await life.shell(copy, 'cat /data/x created; id -un')).toBe('kept\nfrom the image\napp');
});

test('a project’s Dockerfile and feature are what its workspace is made of, also without a libc', async () => {
  const id = await launch('built', BUILT_PROJECT, 'none');
  await life.until(id, 'Active');
  expect(await life.shell(id, 'cat /src/code /greeting; git status --porcelain')).toBe('two wordshi there');
  const log = await told(id);
  expect(log).toContain(`Building the image that ${PLACE} describes.`);
  expect(log).toContain('COPY src /src');
  const mine = { [INSTALLATION_LABEL]: await life.installationId() };
  const tags = (await engine.listImages(mine)).flatMap((image) => image.tags);
  expect(tags).toContainEqual(expect.stringMatching(/^slipway\/project:/));
});
