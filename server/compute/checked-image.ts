import type { Readable } from 'node:stream';
import { extract, type Headers, type Pack, pack } from 'tar-stream';
import { z } from 'zod';
import { EngineError } from './engine-error.ts';

const MAX_DESCRIPTION_BYTES = 4 * 2 ** 20;
const LAYER = /^[0-9a-f]{64}\/layer\.tar$/;
const SAME_LAYER = /^\.\.\/[0-9a-f]{64}\/layer\.tar$/;
const DESCRIPTION = /^([0-9a-f]{64}|manifest)\.json$/;
/** Ours: by them images are found, counted and removed. */
const OUR_LABEL = /^slipway\./;

const manifestSchema = z
  .array(z.object({ Config: z.string().regex(/^[0-9a-f]{64}\.json$/), Layers: z.array(z.string().regex(LAYER)) }))
  .length(1);
const labelsSchema = z.record(z.string(), z.string());
const imageSchema = z.looseObject({ config: z.looseObject({ Labels: labelsSchema.nullish() }).nullish() });

/**
 * What `docker save` wrote of one image, made safe to load: it has the name and labels given here and no other of ours,
 * whatever it came with. The stream fails with an EngineError `other` if it is no such image, or has more bytes.
 */
export function checkedImage(
  saved: Readable,
  { name, labels, maxBytes }: { name: string; labels: Record<string, string>; maxBytes: number },
): Readable {
  const checked = pack();
  const layers = new Set<string>();
  const descriptions = new Map<string, Buffer>();
  const entries = extract();
  let bytes = 0;
  const fail = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    const failure = error instanceof EngineError ? error : new EngineError('other', `no image to load: ${reason}`);
    saved.destroy();
    checked.destroy(failure);
  };

  entries.on('entry', (header, content, next) => {
    bytes += header.size ?? 0;
    content.on('error', fail);
    if (bytes > maxBytes) {
      fail(new EngineError('out-of-disk', `an image of more than ${maxBytes} bytes`));
    } else if (LAYER.test(header.name) && isLayer(header)) {
      layers.add(header.name);
      content.pipe(copyOf(header, checked, next));
    } else if (DESCRIPTION.test(header.name) && header.type === 'file' && (header.size ?? 0) <= MAX_DESCRIPTION_BYTES) {
      const chunks: Buffer[] = [];
      content.on('data', (chunk: Buffer) => chunks.push(chunk));
      content.on('end', () => {
        descriptions.set(header.name, Buffer.concat(chunks));
        next();
      });
    } else {
      content.on('end', next);
      content.resume();
    }
  });
  entries.on('finish', () => {
    try {
      const [image] = manifestSchema.parse(parse(descriptions, 'manifest.json'));
      if (!image?.Layers.every((layer) => layers.has(layer))) throw new Error('a layer is missing');
      const described = imageSchema.parse(parse(descriptions, image.Config));
      const theirs = Object.entries(described.config?.Labels ?? {}).filter(([label]) => !OUR_LABEL.test(label));
      described.config = { ...described.config, Labels: { ...Object.fromEntries(theirs), ...labels } };
      checked.entry({ name: image.Config }, JSON.stringify(described));
      checked.entry({ name: 'manifest.json' }, JSON.stringify([{ ...image, RepoTags: [name] }]));
      checked.finalize();
    } catch (error) {
      fail(error);
    }
  });
  entries.on('error', fail);
  saved.on('error', fail);
  checked.on('close', () => saved.destroy());
  saved.pipe(entries);
  return checked;
}

/** The same layer twice is written as a link to the first. */
function isLayer({ type, linkname }: Headers): boolean {
  return type === 'file' || (type === 'symlink' && SAME_LAYER.test(linkname ?? ''));
}

function copyOf({ name, type, size, linkname }: Headers, to: Pack, next: (error?: unknown) => void) {
  const header = type === 'symlink' ? { name, type, linkname } : { name, type, size };
  return to.entry(header as Headers, next);
}

function parse(descriptions: Map<string, Buffer>, name: string): unknown {
  return JSON.parse(descriptions.get(name)?.toString() ?? 'null');
}
