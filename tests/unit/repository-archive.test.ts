import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { withProjectFiles } from '#server/compute/project-files.ts';
import { newDeployKeyPair } from '#server/features/workspaces/deploy-keypair.ts';
import { withRemoteRepository } from '#server/features/workspaces/remote-repository.ts';
import { type GitServer, startGitServer } from '#tests/support/git-server.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'slipway-archive-'));
const repository = path.join(folder, 'project');
let server: GitServer;

beforeAll(async () => {
  server = await startGitServer(folder);
});
afterAll(async () => {
  await server?.close();
  rmSync(folder, { recursive: true, force: true });
});

test('the whole commit comes as it is in a workspace, whatever the project leaves out of its archives', async () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...args], { cwd: repository });
  mkdirSync(path.join(repository, 'deep/folder'), { recursive: true });
  git('init', '-q', '-b', 'main');
  writeFileSync(path.join(repository, '.gitattributes'), 'deep export-ignore\nversion export-subst\n');
  writeFileSync(path.join(repository, 'deep/folder/file'), 'deep');
  writeFileSync(path.join(repository, 'version'), '$Format:%H$');
  git('add', '.');
  git('commit', '-q', '-m', 'first');

  const key = newDeployKeyPair('test');
  server.keys.add(key.publicKey);
  const file = path.join(folder, 'project.tar');
  const remote = {
    url: `ssh://git@127.0.0.1:${server.port}/project`,
    ...{ credentials: null, ref: null, deployKey: key.privateKey, addresses: ['127.0.0.1'] },
  };
  await withRemoteRepository(remote, ({ archive }) => archive(file));

  const limits = { maxBytes: 100_000, replaced: {} };
  await withProjectFiles(Readable.from([readFileSync(file)]), limits, async (project) => {
    expect([...project.entries.keys()].sort()).toEqual(['.gitattributes', 'deep/folder/file', 'version']);
    expect(await project.read('version')).toBe('$Format:%H$');
  });
});
