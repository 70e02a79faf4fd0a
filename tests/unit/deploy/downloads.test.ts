import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listDownloads } from '#server/features/desktop/list-downloads.ts';
import { serveDownloads } from '#server/http/downloads.ts';

let parent: string;
let folder: string;
beforeAll(async () => {
  parent = await mkdtemp(path.join(os.tmpdir(), 'slipway-downloads-'));
  folder = path.join(parent, 'downloads');
  await mkdir(path.join(folder, 'old.zip'), { recursive: true });
  const files = ['Slipway-1.0.0-mac-arm64.dmg', 'Slipway 1.0.0.AppImage', 'latest.yml', 'page.html', '.hidden.zip'];
  for (const name of files) await writeFile(path.join(folder, name), `content of ${name}`);
  await writeFile(path.join(parent, 'secret.zip'), 'secret');
});
afterAll(() => rm(parent, { recursive: true }));

test('of a folder, its packages are offered', async () => {
  const files = ['Slipway 1.0.0.AppImage', 'Slipway-1.0.0-mac-arm64.dmg'];
  expect(await listDownloads({ desktopDownloads: folder })).toEqual({ url: null, files });
});

test.each([
  [undefined, null],
  ['/no/such/folder', null],
  ['https://example.com/app', 'https://example.com/app'],
])('of %s, no files are', async (desktopDownloads, url) => {
  expect(await listDownloads({ desktopDownloads })).toEqual({ url, files: [] });
});

test('packages and what updates read can be fetched, as files to keep', async () => {
  for (const name of ['Slipway-1.0.0-mac-arm64.dmg', 'Slipway 1.0.0.AppImage', 'latest.yml']) {
    const answer = await serveDownloads(folder).request(`/downloads/${encodeURIComponent(name)}`);
    expect(await answer.text()).toBe(`content of ${name}`);
    expect(answer.headers.get('content-disposition')).toBe('attachment');
  }
});

test.each([
  'page.html',
  '.hidden.zip',
  'old.zip',
  'absent.dmg',
  '..%2Fsecret.zip',
  '%2e%2e%2fsecret.zip',
  '..%5Csecret.zip',
  'old.zip/../../secret.zip',
])('nothing else can: %s', async (name) => {
  const answer = await serveDownloads(folder).request(`http://localhost/downloads/${name}`);
  expect(answer.status).toBe(404);
});
