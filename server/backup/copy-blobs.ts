import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Blob, RegistryContents } from '../compute/registry/contents.ts';
import { BackupError } from './backup-error.ts';
import { blobFile, type Folder, readSealed, sizeOf, writeSealed } from './folder.ts';
import { countBytes, type Say, shownSize } from './progress.ts';
import { sealedBytes } from './seal.ts';

/** Which of these layers the folder doesn't have yet, each once. */
export async function missingBlobs(folder: Folder, blobs: Blob[]): Promise<Blob[]> {
  const missing: Blob[] = [];
  for (const blob of new Map(blobs.map((each) => [each.digest, each])).values())
    if ((await sizeOf(blobFile(folder, blob.digest))) !== sealedBytes(blob.bytes)) missing.push(blob);
  return missing;
}

/** Copies layers from the registry to the folder; each appears there once it is whole. */
export async function copyBlobs(contents: RegistryContents, folder: Folder, blobs: Blob[], say: Say): Promise<void> {
  const total = totalBytes(blobs);
  if (blobs.length > 0) say(`Copying ${blobs.length} new layers, ${shownSize(total)}`);
  const count = countBytes(say, 'Layers', total);
  for (const { digest } of blobs) {
    const checked = checkDigest(await contents.readBlob(digest), digest, count);
    await writeSealed(folder, blobFile(folder, digest), checked);
  }
}

/** The other way round; what the registry has isn't sent again. */
export async function sendBlobs(contents: RegistryContents, folder: Folder, blobs: Blob[], say: Say): Promise<void> {
  const total = totalBytes(blobs);
  say(`Sending ${blobs.length} layers to the registry, ${shownSize(total)}`);
  const count = countBytes(say, 'Layers', total);
  for (const blob of blobs) {
    if (await contents.holdsBlob(blob.digest)) {
      count(blob.bytes);
      continue;
    }
    await readSealed(folder, blobFile(folder, blob.digest), (plain) =>
      contents.writeBlob(blob, Readable.from(checkDigest(plain, blob.digest, count))),
    );
  }
}

export function totalBytes(blobs: Blob[]): number {
  return blobs.reduce((sum, { bytes }) => sum + bytes, 0);
}

async function* checkDigest(source: Readable, digest: string, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of source as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    count(chunk.length);
    yield Buffer.from(chunk);
  }
  if (`sha256:${hash.digest('hex')}` !== digest)
    throw new BackupError(
      `The layer ${digest} isn’t what it was. Run this again; if it happens once more, a disk is failing.`,
    );
}
