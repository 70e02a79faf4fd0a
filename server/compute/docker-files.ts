import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { extract } from 'tar-stream';
import { call, type DockerContext } from './docker-call.ts';
import type { Engine, FoundFile } from './engine.ts';
import { EngineError, isEngineError } from './engine-error.ts';

const TIMEOUT_MS = 10_000;

/** Files of containers, however they are: running, frozen or stopped. */
export function dockerFiles({ docker }: DockerContext): Pick<Engine, 'readFiles'> {
  return {
    async readFiles(ref, path, { maxBytes, timeoutMs = TIMEOUT_MS }) {
      const what = `files at ${path} of ${ref}`;
      try {
        return await call(what, timeoutMs, async (signal) => {
          const tar = await docker.getContainer(ref).getArchive({ path, abortSignal: signal });
          return unpack(Readable.from(tar), { what, maxBytes, signal });
        });
      } catch (error) {
        if (isEngineError(error, 'not-found')) {
          await call(what, timeoutMs, (abortSignal) => docker.getContainer(ref).inspect({ abortSignal }));
          return new Map();
        }
        throw error;
      }
    },
  };
}

async function unpack(
  tar: Readable,
  { what, maxBytes, signal }: { what: string; maxBytes: number; signal: AbortSignal },
): Promise<Map<string, FoundFile>> {
  const found = new Map<string, FoundFile>();
  let bytes = 0;
  const entries = extract();
  entries.on('entry', (header, stream, next) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= maxBytes) chunks.push(chunk);
      else entries.destroy(new EngineError('other', `${what}: more than ${maxBytes} bytes`));
    });
    stream.on('end', () => {
      // Links, devices and the like have no content of their own.
      if (header.type === 'file') {
        found.set(header.name, { content: Buffer.concat(chunks), changedAt: header.mtime ?? new Date(0) });
      }
      next();
    });
  });
  await pipeline(tar, entries, { signal });
  return found;
}
