import { copyFile, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { newId } from '../platform/ids.ts';
import type { Mail } from './mailer.ts';

/** A mail in the outbox folder; ids sort by time. */
export interface KeptMail extends Mail {
  id: string;
  /** ISO 8601. */
  date: string;
  /** Its first link: what a person would click. */
  link: string | null;
}

/** As many as the page of them shows. */
const MOST = 100;
const ID = /^[0-9a-f-]{36}$/;

/** Writes one `.json` file per mail, atomically; attachments beside it, as `<id>-0`, `<id>-1` … */
export async function keepInOutbox(folder: string, mail: Mail): Promise<KeptMail> {
  const kept: KeptMail = {
    id: newId(),
    date: new Date().toISOString(),
    link: /https?:\/\/\S+/.exec(mail.text)?.[0] ?? null,
    ...mail,
  };
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const files = (mail.attachments ?? []).map(({ filename, path: from }, index) => {
    const to = path.join(folder, `${kept.id}-${index}`);
    return { filename, from, path: to };
  });
  await Promise.all(files.map(({ from, path: to }) => copyFile(from, to)));
  if (files.length > 0) kept.attachments = files.map(({ filename, path: to }) => ({ filename, path: to }));
  const file = path.join(folder, `${kept.id}.json`);
  await writeFile(`${file}.part`, JSON.stringify(kept, null, 2), { mode: 0o600 });
  await rename(`${file}.part`, file);
  return kept;
}

/** Newest first. A missing folder is empty. */
export async function listOutbox(folder: string): Promise<KeptMail[]> {
  const names = await readdir(folder).catch(() => []);
  const newest = names
    .filter((name) => name.endsWith('.json'))
    .sort()
    .reverse()
    .slice(0, MOST);
  return Promise.all(
    newest.map(async (name) => JSON.parse(await readFile(path.join(folder, name), 'utf8')) as KeptMail),
  );
}

/** One mail; null if there is none with this id. */
export async function readOutbox(folder: string, id: string): Promise<KeptMail | null> {
  if (!ID.test(id)) return null;
  const content = await readFile(path.join(folder, `${id}.json`), 'utf8').catch(() => null);
  return content === null ? null : (JSON.parse(content) as KeptMail);
}
