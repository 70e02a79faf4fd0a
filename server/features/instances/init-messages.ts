import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';
import type { Instance, Kind } from './kind.ts';

/** As JSON; well below the 8,000 bytes of a NOTIFY. */
const TEXT_MAX_BYTES = 4000;

export interface InitText {
  id: string;
  /** The launch or start it belongs to. */
  revision: number;
  code: string;
  text: string;
  /** Sent even if the same was sent before. */
  again?: boolean;
}

/**
 * Adds the next init message of a launch or start and sends it to the room. An existing one (a step repeated after a
 * crash) isn't added again. Only one process writes the messages of one thing at a time.
 */
export async function addMessage(
  dependencies: Pick<Dependencies, 'clock' | 'publish'>,
  executor: Executor,
  { messages: { table, owner, room } }: Pick<Kind, 'messages'>,
  { id, revision, code, again = false, ...message }: InitText,
): Promise<void> {
  const text = shorten(message.text);
  const now = dependencies.clock.now();
  const column = sql.identifier(owner.name);
  const [added] = await executor.execute<{ number: number }>(sql`
    insert into ${table} (${column}, revision, number, code, text, created_at)
    select ${id}::uuid, ${revision}::int, coalesce(max(number), 0) + 1, ${code}, ${text}, ${now.toISOString()}::timestamptz
    from ${table} where ${column} = ${id}::uuid and revision = ${revision}::int
    having ${again}::boolean or not coalesce(bool_or(code = ${code} and text = ${text}), false)
    returning number`);
  if (!added) return;
  await dependencies.publish(executor, room, id, {
    number: added.number,
    code,
    message_code: code,
    message_text: text,
    create_date: now.toISOString(),
  });
}

/** Was this sent in the current launch or start? */
export async function wasSaid(
  { db }: Pick<Dependencies, 'db'>,
  { messages: { table, owner } }: Pick<Kind, 'messages'>,
  { id, revision }: Pick<Instance, 'id' | 'revision'>,
  code: string,
): Promise<boolean> {
  const rows = await db.execute(sql`
    select 1 from ${table} where ${sql.identifier(owner.name)} = ${id}::uuid and revision = ${revision}::int
    and code = ${code} limit 1`);
  return rows.length > 0;
}

/** Messages of the latest launch or start, in order; kept after a failed launch. */
export async function readMessages(
  { db }: Pick<Dependencies, 'db'>,
  { messages: { table, owner } }: Pick<Kind, 'messages'>,
  id: string,
) {
  const column = sql.identifier(owner.name);
  const rows = await db.execute<{ number: number; code: string; text: string; created_at: string | Date }>(sql`
    select number, code, text, created_at from ${table} where ${column} = ${id}::uuid
    and revision = (select max(revision) from ${table} where ${column} = ${id}::uuid) order by number`);
  return rows.map((row) => ({
    number: row.number,
    message_code: row.code,
    message_text: row.text,
    create_date: new Date(row.created_at).toISOString(),
  }));
}

/** Keeps the end: the last lines of an output say what went wrong. */
function shorten(text: string): string {
  // Postgres can't store a zero byte in text.
  const clean = text.replaceAll('\0', '').trim();
  if (jsonBytes(clean) <= TEXT_MAX_BYTES) return clean;
  const characters = [...clean.slice(-TEXT_MAX_BYTES)];
  let left = TEXT_MAX_BYTES;
  let from = characters.length;
  while (from > 0 && left >= jsonBytes(characters[from - 1])) {
    from -= 1;
    left -= jsonBytes(characters[from]);
  }
  return `…${characters.slice(from).join('')}`;
}

/** A control character takes six of them. */
function jsonBytes(text = ''): number {
  return Buffer.byteLength(JSON.stringify(text));
}
