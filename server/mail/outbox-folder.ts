import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { asc, eq, gt } from 'drizzle-orm';
import type { Logger } from '../platform/logger.ts';
import type { MailAttachment } from './mailer.ts';
import { type KeptMail, type OutboxStore, opened } from './outbox.ts';
import { outboxAttachments, outboxMails } from './tables.ts';

/** A mail as one file: earlier releases kept them like this, and the export writes them. */
interface MailFile extends Omit<KeptMail, 'attachments'> {
  attachments?: MailAttachment[];
}

/** Where files go whose mails are in the database. */
const IMPORTED = 'imported';
const BATCH = 100;

/**
 * Takes over mails that earlier releases kept as `<id>.json`, with attachments beside them. Their files are moved into
 * a folder of their own; one that can't be read stays where it is.
 */
export async function importOutbox(store: OutboxStore, folder: string, log: Logger): Promise<void> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  if (names.length === 0) return;
  await mkdir(path.join(folder, IMPORTED), { recursive: true, mode: 0o700 });
  let taken = 0;
  for (const name of names) {
    try {
      await importMail(store, folder, name);
      taken += 1;
    } catch (error) {
      log.warn({ err: error, file: path.join(folder, name) }, 'a mail of the outbox folder could not be taken over');
    }
  }
  log.info({ mails: taken }, 'the mails of the outbox folder are in the database now');
}

async function importMail({ db, secrets }: OutboxStore, folder: string, name: string): Promise<void> {
  const {
    id,
    date,
    attachments = [],
    ...kept
  } = JSON.parse(await readFile(path.join(folder, name), 'utf8')) as MailFile;
  // The folder may have been moved since.
  const files = attachments.map(({ filename, path: file }) => ({ filename, file: path.basename(file) }));
  await db.transaction(async (tx) => {
    const row = { id, sealed: secrets.seal(JSON.stringify(kept)), createdAt: new Date(date) };
    const inserted = await tx.insert(outboxMails).values(row).onConflictDoNothing().returning({ id: outboxMails.id });
    if (inserted.length === 0) return;
    for (const [position, { filename, file }] of files.entries()) {
      const content = await readFile(path.join(folder, file));
      await tx.insert(outboxAttachments).values({ mailId: id, position, filename, content });
    }
  });
  for (const file of [name, ...files.map((each) => each.file)]) {
    await rename(path.join(folder, file), path.join(folder, IMPORTED, file));
  }
}

/** Writes every kept mail into a folder, as `<id>.json` with its attachments beside it. @returns how many */
export async function exportOutbox(store: OutboxStore, folder: string): Promise<number> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let written = 0;
  for (let after: string | null = null; ; ) {
    const rows: (typeof outboxMails.$inferSelect)[] = await store.db
      .select()
      .from(outboxMails)
      .where(after ? gt(outboxMails.id, after) : undefined)
      .orderBy(asc(outboxMails.id))
      .limit(BATCH);
    for (const row of rows) await exportMail(store, folder, row);
    written += rows.length;
    after = rows.at(-1)?.id ?? null;
    if (rows.length < BATCH) return written;
  }
}

async function exportMail(store: OutboxStore, folder: string, row: typeof outboxMails.$inferSelect): Promise<void> {
  const mail: MailFile = opened(store, row);
  const { mailId, position } = outboxAttachments;
  const attached = await store.db.select().from(outboxAttachments).where(eq(mailId, row.id)).orderBy(asc(position));
  const attachments: MailAttachment[] = [];
  for (const { filename, content, position: number } of attached) {
    const file = path.join(folder, `${row.id}-${number}`);
    await writeFile(file, content, { mode: 0o600 });
    attachments.push({ filename, path: file });
  }
  if (attachments.length > 0) mail.attachments = attachments;
  await writeFile(path.join(folder, `${row.id}.json`), JSON.stringify(mail, null, 2), { mode: 0o600 });
}
