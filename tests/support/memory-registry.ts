import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface MemoryRegistry {
  /** `127.0.0.1:4711/slipway` */
  base: string;
  /** By repository and tag: `slipway/images-1:snapshot-2`. */
  manifests: Map<string, { mediaType: string; content: Buffer }>;
  /** By digest. */
  blobs: Map<string, Buffer>;
  /** Layers it was sent. */
  uploads: number;
  /** An image of one layer. */
  put(repository: string, tag: string, layer: Buffer): void;
  close(): Promise<void>;
}

const MEDIA_TYPE = 'application/vnd.docker.distribution.manifest.v2+json';
const digestOf = (content: Buffer) => `sha256:${createHash('sha256').update(content).digest('hex')}`;

/** A container registry on this machine that checks what it is sent. */
export async function startMemoryRegistry(): Promise<MemoryRegistry> {
  const server = createServer((request, response) => void answer(registry, request, response));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const keep = (content: Buffer) => {
    registry.blobs.set(digestOf(content), content);
    return { digest: digestOf(content), size: content.length };
  };
  const registry: MemoryRegistry = {
    base: `127.0.0.1:${(server.address() as AddressInfo).port}/slipway`,
    manifests: new Map(),
    blobs: new Map(),
    uploads: 0,
    put(repository, tag, layer) {
      const manifest = { schemaVersion: 2, config: keep(Buffer.from(`{"of":"${tag}"}`)), layers: [keep(layer)] };
      const content = Buffer.from(JSON.stringify(manifest));
      registry.manifests.set(`${repository}:${tag}`, { mediaType: MEDIA_TYPE, content });
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return registry;
}

async function answer(registry: MemoryRegistry, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://registry');
  const [, repository = '', what = '', name = ''] = /^\/v2\/(.+)\/(manifests|blobs|tags)\/(.+)$/.exec(pathname) ?? [];
  const end = (status: number, body?: Buffer | string, headers = {}) => {
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body);
  };
  const sent = await buffer(request).catch(() => null);
  // Whoever sent it gave up.
  if (!sent) return;
  const key = `${repository}:${name}`;
  if (what === 'tags') {
    const tags = [...registry.manifests.keys()].filter((each) => each.startsWith(`${repository}:`));
    return end(200, JSON.stringify({ tags: tags.map((each) => each.slice(repository.length + 1)) }));
  }
  if (what === 'blobs' && request.method === 'POST') return end(202, '', { location: `${pathname}1?state=begun` });
  if (what === 'blobs' && request.method === 'PUT') {
    const digest = searchParams.get('digest') ?? '';
    if (digestOf(sent) !== digest) return end(400);
    registry.blobs.set(digest, sent);
    registry.uploads += 1;
    return end(201);
  }
  if (what === 'blobs') return end(registry.blobs.has(name) ? 200 : 404, registry.blobs.get(name));
  if (what === 'manifests' && request.method === 'PUT') {
    const { config, layers } = JSON.parse(sent.toString()) as Record<string, { digest: string }> & { layers: [] };
    if (![config, ...layers].every((blob) => registry.blobs.has(blob?.digest ?? ''))) return end(400);
    registry.manifests.set(key, { mediaType: request.headers['content-type'] ?? '', content: sent });
    return end(201);
  }
  if (what === 'manifests' && request.method === 'DELETE') {
    for (const [each, { content }] of registry.manifests)
      if (each.startsWith(`${repository}:`) && digestOf(content) === name) registry.manifests.delete(each);
    return end(202);
  }
  const found = what === 'manifests' ? registry.manifests.get(key) : undefined;
  if (found)
    return end(200, found.content, {
      'content-type': found.mediaType,
      'docker-content-digest': digestOf(found.content),
    });
  end(pathname === '/v2/' ? 200 : 404);
}
