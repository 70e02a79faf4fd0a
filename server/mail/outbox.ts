import { readFile } from 'node:fs/promises';
import { asc, desc, eq } from 'drizzle-orm';
import type { Database } from '../platform/database.ts';
import { isId, newId } from '../platform/ids.ts';
import type { SecretBox } from '../platform/secrets.ts';
import type { Mail } from './mailer.ts';
import { outboxAttachments, outboxMails } from './tables.ts';

/** A mail in the outbox. */
export interface KeptMail extends Omit<Mail, 'attachments'> {
  id: string;
  /** ISO 8601. */
  date: string;
  /** Its first link: what a person would click. */
  link: string | null;
  /** File names. */
  attachments: string[];
}

export interface OutboxStore {
  db: Database;
  secrets: SecretBox;
}

/** As many as the page of them shows. */
const MOST = 100;

/** Keeps a mail and the content of its attachments. */
export async function keepInOutbox({ db, secrets }: OutboxStore, mail: Mail): Promise<KeptMail> {
  const { attachments = [], ...text } = mail;
  const [id, createdAt] = [newId(), new Date()];
  const kept = { link: /https?:\/\/\S+/.exec(mail.text)?.[0] ?? null, ...text };
  await db.transaction(async (tx) => {
    await tx.insert(outboxMails).values({ id, sealed: secrets.seal(JSON.stringify(kept)), createdAt });
    for (const [position, { filename, path: file }] of attachments.entries()) {
      await tx.insert(outboxAttachments).values({ mailId: id, position, filename, content: await readFile(file) });
    }
  });
  return { ...kept, id, date: createdAt.toISOString(), attachments: attachments.map(({ filename }) => filename) };
}

/** Newest first. */
export async function listOutbox(store: OutboxStore): Promise<KeptMail[]> {
  const rows = await store.db.select().from(outboxMails).orderBy(desc(outboxMails.id)).limit(MOST);
  return rows.map((row) => ({ ...opened(store, row), attachments: [] }));
}

/** One mail; null if there is none with this id. */
export async function readOutbox(store: OutboxStore, id: string): Promise<KeptMail | null> {
  if (!isId(id)) return null;
  const [row] = await store.db.select().from(outboxMails).where(eq(outboxMails.id, id));
  if (!row) return null;
  const { mailId, position, filename } = outboxAttachments;
  const attachments = await store.db
    .select({ filename })
    .from(outboxAttachments)
    .where(eq(mailId, id))
    .orderBy(asc(position));
  return { ...opened(store, row), attachments: attachments.map((each) => each.filename) };
}

/** A stored mail without its attachments. */
export function opened(
  { secrets }: Pick<OutboxStore, 'secrets'>,
  { id, sealed, createdAt }: typeof outboxMails.$inferSelect,
): Omit<KeptMail, 'attachments'> {
  const kept: Omit<KeptMail, 'id' | 'date' | 'attachments'> = JSON.parse(secrets.open(sealed));
  return { ...kept, id, date: createdAt.toISOString() };
}
