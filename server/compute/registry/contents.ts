import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { RegistryPlace } from './place.ts';
import { ask, askWith, refusal } from './registry-api.ts';
import { RegistryError } from './registry-error.ts';
import { tagOf } from './tags.ts';

/** A layer, or the configuration of an image. */
export interface Blob {
  /** `sha256:…` */
  digest: string;
  bytes: number;
}

export interface StoredImage {
  /** As it is in the registry, byte for byte: its digest names it. */
  manifest: string;
  mediaType: string;
  blobs: Blob[];
}

/** The images of a registry as files, to be copied somewhere else and back. All throw `RegistryError`. */
export interface RegistryContents {
  /** Null if it doesn't have the image. */
  readImage(image: string): Promise<StoredImage | null>;
  /** Its layers must be there. */
  writeImage(image: string, stored: Pick<StoredImage, 'manifest' | 'mediaType'>): Promise<void>;
  readBlob(digest: string): Promise<Readable>;
  holdsBlob(digest: string): Promise<boolean>;
  writeBlob(blob: Blob, content: Readable): Promise<void>;
  /** Free room on the disk that it stores to; null if only its operator knows. */
  freeBytes(): Promise<number | null>;
}

/** For one layer. */
const TIMEOUT_MS = 2 * 60 * 60_000;

export function registryContents(place: RegistryPlace): RegistryContents {
  const open = () => place.open();
  return {
    async readImage(image) {
      const answer = await ask(await open(), 'GET', `manifests/${tagOf(image)}`);
      if (answer.status === 404) return null;
      if (!answer.ok) throw refusal(answer, `show ${image}`);
      const mediaType = answer.headers.get('content-type') ?? '';
      const manifest = await answer.text();
      return { manifest, mediaType, blobs: blobsOf(image, manifest) };
    },
    async writeImage(image, { manifest, mediaType }) {
      const sent = { headers: { 'content-type': mediaType }, body: manifest };
      const answer = await ask(await open(), 'PUT', `manifests/${tagOf(image)}`, sent);
      await answer.body?.cancel();
      if (!answer.ok) throw refusal(answer, `take ${image}`);
    },
    async readBlob(digest) {
      const answer = await ask(await open(), 'GET', `blobs/${digest}`, { timeoutMs: TIMEOUT_MS });
      if (!answer.ok || !answer.body) throw refusal(answer, `give ${digest}`);
      return Readable.fromWeb(answer.body as ReadableStream);
    },
    async holdsBlob(digest) {
      const answer = await ask(await open(), 'HEAD', `blobs/${digest}`);
      if (!answer.ok && answer.status !== 404) throw refusal(answer, `ask for ${digest}`);
      return answer.ok;
    },
    async writeBlob({ digest, bytes }, content) {
      const address = await open();
      const { answer: begun, authorization } = await askWith(address, 'POST', 'blobs/uploads/');
      await begun.body?.cancel();
      const location = begun.headers.get('location');
      if (begun.status !== 202 || !location) throw refusal(begun, 'begin to take a layer');
      const to = new URL(location, `${address.origin}/`);
      to.searchParams.set('digest', digest);
      const answer = await ask(address, 'PUT', to.href, {
        headers: { 'content-type': 'application/octet-stream', 'content-length': String(bytes) },
        body: Readable.toWeb(content) as BodyInit,
        authorization,
        timeoutMs: TIMEOUT_MS,
      });
      await answer.body?.cancel();
      if (!answer.ok) throw refusal(answer, `take ${digest}`);
    },
    freeBytes: () => place.freeBytes(),
  };
}

interface Descriptor {
  digest: string;
  size: number;
}

function blobsOf(image: string, manifest: string): Blob[] {
  const { config, layers } = JSON.parse(manifest) as { config?: Descriptor; layers?: Descriptor[] };
  if (!config || !layers) throw new RegistryError('other', `${image} is in a form that can’t be copied`);
  const all = [config, ...layers].map(({ digest, size }) => ({ digest, bytes: size }));
  return [...new Map(all.map((blob) => [blob.digest, blob])).values()];
}
