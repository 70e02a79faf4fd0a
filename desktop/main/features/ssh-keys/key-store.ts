import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { type LocalKey, localKeySchema } from '#shared/desktop/calls/ssh-keys.ts';
import { DesktopError } from '../../errors.ts';
import { writeAtomically } from '../settings/atomic-write.ts';

const indexSchema = z.object({ keys: z.array(localKeySchema) });

/** The keys of one account: an index, and per key `<id>` (0600) and `<id>.pub` in a folder of mode 0700. */
export interface KeyStore {
  list(): Promise<LocalKey[]>;
  /** @throws DesktopError `not_found` */
  get(id: string): Promise<LocalKey>;
  /** Adds or replaces; without `privateText` the private key stays unchanged. */
  save(key: LocalKey, privateText?: string): Promise<void>;
  readPrivate(id: string): Promise<string>;
  remove(id: string): Promise<void>;
  privateFile(id: string): string;
  publicFile(id: string): string;
}

export function openKeyStore(folder: string): KeyStore {
  const indexFile = path.join(folder, 'keys.json');
  const privateFile = (id: string) => path.join(folder, path.basename(id));
  const publicFile = (id: string) => `${privateFile(id)}.pub`;
  const list = async () => {
    const text = await readFile(indexFile, 'utf8').catch(() => null);
    return text === null ? [] : indexSchema.parse(JSON.parse(text)).keys;
  };
  const writeIndex = (keys: LocalKey[]) => writeAtomically(indexFile, `${JSON.stringify({ keys }, null, 2)}\n`);
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (change: () => Promise<void>) => {
    const done = last.then(change);
    last = done.catch(() => undefined);
    return done;
  };
  return {
    list,
    privateFile,
    publicFile,
    async get(id) {
      const key = (await list()).find((each) => each.id === id);
      if (!key) throw new DesktopError('not_found', 'There is no such key on this computer.');
      return key;
    },
    save: (key, privateText) =>
      inTurn(async () => {
        if (privateText !== undefined) await writeAtomically(privateFile(key.id), privateText, 0o600);
        await writeAtomically(publicFile(key.id), `${key.publicKey}\n`, 0o600);
        await writeIndex([...(await list()).filter((each) => each.id !== key.id), key]);
      }),
    readPrivate: (id) => readFile(privateFile(id), 'utf8'),
    remove: (id) =>
      inTurn(async () => {
        await writeIndex((await list()).filter((each) => each.id !== id));
        await rm(privateFile(id), { force: true });
        await rm(publicFile(id), { force: true });
      }),
  };
}
