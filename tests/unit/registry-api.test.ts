import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deleteTag, listTags, type RegistryAddress } from '#server/compute/registry/registry-api.ts';
import { imageOf, tagOf } from '#server/compute/registry/tags.ts';
import { readConfig } from '#server/platform/config.ts';

/** A registry that wants tokens, as those of GitLab, Harbor and clouds do: https://distribution.github.io/distribution/spec/auth/token/ */
let server: Server;
let address: RegistryAddress;
const asked: string[] = [];

beforeAll(async () => {
  server = createServer(({ method, url = '', headers }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://registry');
    asked.push(`${method} ${url}`);
    if (pathname === '/token') {
      const isUser = headers.authorization === `Basic ${Buffer.from('me:secret').toString('base64')}`;
      response.statusCode = isUser ? 200 : 401;
      return response.end(JSON.stringify({ token: searchParams.get('scope') }));
    }
    const scope = `repository:team/images:${method === 'DELETE' ? 'delete' : 'pull'}`;
    if (headers.authorization !== `Bearer ${scope}`) {
      const realm = `http://127.0.0.1:${(server.address() as AddressInfo).port}/token`;
      response.writeHead(401, { 'www-authenticate': `Bearer realm="${realm}",service="registry",scope="${scope}"` });
      return response.end();
    }
    if (pathname.endsWith('/tags/list') && !searchParams.has('last')) {
      response.setHeader('link', '</v2/team/images/tags/list?last=b&n=2>; rel="next"');
      return response.end(JSON.stringify({ tags: ['a', 'b'] }));
    }
    if (pathname.endsWith('/tags/list')) return response.end(JSON.stringify({ tags: ['c'] }));
    if (method === 'HEAD') response.setHeader('docker-content-digest', 'sha256:1234');
    if (method === 'DELETE') response.statusCode = 202;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  address = { origin, repository: 'team/images', login: { user: 'me', password: 'secret' } };
});
afterAll(() => server?.close());

test('buys a token for what is to be done, and reads every page', async () => {
  expect(await listTags(address)).toEqual(['a', 'b', 'c']);
  await deleteTag(address, 'a');
  expect(asked.at(-1)).toBe('DELETE /v2/team/images/manifests/sha256:1234');
});

test('says that it was refused when the password is wrong', async () => {
  const stranger = { ...address, login: { user: 'me', password: 'guessed' } };
  await expect(listTags(stranger)).rejects.toMatchObject({ kind: 'other', message: expect.stringContaining('401') });
});

test('an image and its tag say the same; what is not of ours has none', () => {
  const image = 'slipway/snapshot:01a1fd93-45ed-70f4-b74b-e43a8165d2ae';
  expect(imageOf(tagOf(image))).toBe(image);
  expect([imageOf('latest'), imageOf('base-os-1')]).toEqual([null, null]);
  expect(() => tagOf('debian:bookworm')).toThrow();
});

test('a registry is named with its host, and Docker Hub is none that things can be deleted from', () => {
  const read = (name: string) => readConfig({ SLIPWAY_REGISTRY: name }).registry;
  for (const name of ['registry.example.com', 'registry.example.com/a/b-c', 'registry:5000/a', 'localhost:5000'])
    expect(read(name)).toBe(name);
  for (const name of [
    'slipway',
    'team/slipway',
    'docker.io/team',
    'https://registry.example.com',
    'a.example/',
    'a.example/B',
  ])
    expect(() => read(name)).toThrow('SLIPWAY_REGISTRY');
  expect(() => readConfig({ SLIPWAY_REGISTRY_USER: 'me' })).toThrow('go together');
});
