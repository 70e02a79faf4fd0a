import type { Blob } from '../compute/registry/contents.ts';
import { backupOf } from '../features/instances/index.ts';
import { copyBlobs, missingBlobs, totalBytes } from './copy-blobs.ts';
import { type Installation, type Sent, sendThing, type Thing } from './copy-instances.ts';
import type { Folder } from './folder.ts';
import type { Manifest } from './manifest.ts';
import type { Say } from './progress.ts';
import { freeBytes, refuseTooSmall } from './room.ts';

/** The images of a backup, with the layers that are in its folder so far. */
export class CopiedImages {
  readonly #sent = new Map<string, { thing: Thing; sent: Sent }>();
  readonly #stored = new Map<string, Manifest['images'][number]>();
  readonly #blobs = new Map<string, Blob>();
  readonly #installation: Installation;
  readonly #folder: Folder;
  readonly #last: Manifest | null;
  readonly #say: Say;

  constructor(installation: Installation, folder: Folder, last: Manifest | null, say: Say) {
    this.#installation = installation;
    this.#folder = folder;
    this.#last = last;
    this.#say = say;
  }

  /** Copies the files of these to the folder, unless they have been. */
  async copy(things: Thing[]): Promise<void> {
    const { registry, sql } = this.#installation;
    const todo = things.filter(({ id }) => !this.#sent.has(id));
    const images: string[] = [];
    for (const [index, thing] of todo.entries()) {
      this.#say(`Reading the ${thing.what} ${thing.id} (${index + 1} of ${todo.length})`);
      const sent = this.#orEarlier(thing, await sendThing(this.#installation, thing));
      this.#sent.set(thing.id, { thing, sent });
      if ('image' in sent) images.push(sent.image);
    }
    const wanted: Blob[] = [];
    for (const image of images) {
      const stored = await registry.contents.readImage(image);
      if (!stored) continue;
      this.#stored.set(image, { image, mediaType: stored.mediaType, manifest: stored.manifest });
      for (const blob of stored.blobs) this.#blobs.set(blob.digest, blob);
      wanted.push(...stored.blobs);
    }
    const missing = await missingBlobs(this.#folder, wanted);
    const [row] = await sql<{ bytes: string }[]>`select pg_database_size(current_database())::text as bytes`;
    refuseTooSmall(
      this.#folder.path,
      totalBytes(missing) + Number(row?.bytes ?? 0),
      await freeBytes(this.#folder.path),
    );
    await copyBlobs(registry.contents, this.#folder, missing, this.#say);
  }

  /** Of what can't be copied now, the backup before may have a copy. */
  #orEarlier({ id }: Thing, sent: Sent): Sent {
    const copy = this.#last?.copies.find((each) => each.id === id);
    const image = this.#last?.images.find((each) => copy && backupOf(each.image)?.id === copy.id)?.image;
    return 'why' in sent && copy && image ? { image, copy } : sent;
  }

  contents(): Pick<Manifest, 'images' | 'blobs' | 'copies' | 'missing'> {
    const all = [...this.#sent.values()];
    return {
      images: [...this.#stored.values()],
      blobs: [...this.#blobs.values()],
      copies: all.flatMap(({ sent }) => ('image' in sent && sent.copy ? [sent.copy] : [])),
      missing: all.flatMap(({ thing, sent }) => ('why' in sent ? [{ ...thing, why: sent.why }] : [])),
    };
  }
}
