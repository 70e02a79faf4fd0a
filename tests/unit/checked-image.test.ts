import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { extract, pack } from 'tar-stream';
import { expect, test } from 'vitest';
import { checkedImage } from '#server/compute/checked-image.ts';

const LAYER = `${'a'.repeat(64)}/layer.tar`;
const CONFIG = `${'c'.repeat(64)}.json`;
const config = { architecture: 'amd64', config: { Env: ['A=1'], Labels: { theirs: 'yes', 'slipway.image': 'host' } } };
const options = { name: 'slipway/project:0', labels: { 'slipway.project': 'organization' }, maxBytes: 10_000 };

function saved(entries: Record<string, string>) {
  const tar = pack();
  for (const [name, content] of Object.entries(entries)) tar.entry({ name }, content);
  tar.finalize();
  return tar;
}

async function unpack(tar: NodeJS.ReadableStream): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const bytes = await buffer(tar);
  const entries = extract();
  entries.on('entry', async (header, content, next) => {
    found[header.name] = await text(content);
    next();
  });
  entries.end(bytes);
  await new Promise((resolve) => entries.on('finish', resolve));
  return found;
}

test('an image comes in under our name and labels, and under no other of ours', async () => {
  const manifest = [{ Config: CONFIG, RepoTags: ['slipway/host:1', 'debian:latest'], Layers: [LAYER] }];
  const files = {
    [LAYER]: 'a layer',
    [CONFIG]: JSON.stringify(config),
    'manifest.json': JSON.stringify(manifest),
    repositories: '{"slipway/host":{"1":"x"}}',
    'index.json': '{}',
  };
  const found = await unpack(checkedImage(saved(files), options));
  expect(Object.keys(found).sort()).toEqual([LAYER, CONFIG, 'manifest.json'].sort());
  expect(found[LAYER]).toBe('a layer');
  expect(JSON.parse(found['manifest.json'] ?? '')).toEqual([
    { Config: CONFIG, RepoTags: ['slipway/project:0'], Layers: [LAYER] },
  ]);
  expect(JSON.parse(found[CONFIG] ?? '')).toEqual({
    architecture: 'amd64',
    config: { Env: ['A=1'], Labels: { theirs: 'yes', 'slipway.project': 'organization' } },
  });
});

test.each([
  ['two images', { 'manifest.json': JSON.stringify([1, 2].map(() => ({ Config: CONFIG, Layers: [] }))) }],
  ['a layer that is not there', { 'manifest.json': JSON.stringify([{ Config: CONFIG, Layers: [LAYER] }]) }],
  ['a layer of another place', { 'manifest.json': JSON.stringify([{ Config: CONFIG, Layers: ['../../etc/passwd'] }]) }],
  ['no manifest', {}],
  ['no JSON', { 'manifest.json': '[' }],
])('%s is no image to load', async (_, files) => {
  const tar = saved({ [CONFIG]: JSON.stringify(config), ...files });
  await expect(buffer(checkedImage(tar, options))).rejects.toMatchObject({ kind: 'other' });
});

test('an image of more bytes than a build may write is not loaded', async () => {
  const tar = saved({ [LAYER]: 'x'.repeat(20_000) });
  await expect(buffer(checkedImage(tar, options))).rejects.toMatchObject({ kind: 'out-of-disk' });
});

test('what is no tar is no image to load', async () => {
  const tar = Readable.from([Buffer.alloc(1024, 'x')]);
  await expect(buffer(checkedImage(tar, options))).rejects.toMatchObject({ kind: 'other' });
});
