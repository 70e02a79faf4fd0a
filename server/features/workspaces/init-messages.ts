import { sql } from 'drizzle-orm';
import type { Executor } from '../../platform/database.ts';
import type { Services } from '../context.ts';
import { workspaceInitMessages } from './tables.ts';

/** Keeps well below the 8,000 bytes of a NOTIFY. */
const TEXT_MAX_BYTES = 4000;

export interface InitText {
  workspaceId: string;
  /** The launch or start it belongs to. */
  revision: number;
  code: string;
  text: string;
}

/**
 * Adds the next init message of a launch or start and says it into the room. A message that is already there (the
 * step is repeated after a crash) is not added again. Only one process writes the messages of a workspace at a time.
 */
export async function addInitMessage(
  services: Pick<Services, 'clock' | 'publish'>,
  executor: Executor,
  message: InitText,
): Promise<void> {
  const { workspaceId, revision, code } = message;
  const text = shorten(message.text);
  const now = services.clock.now();
  const table = workspaceInitMessages;
  const [added] = await executor.execute<{ number: number }>(sql`
    insert into ${table} (workspace_id, revision, number, code, text, created_at)
    select ${workspaceId}::uuid, ${revision}::int, coalesce(max(number), 0) + 1, ${code}, ${text}, ${now.toISOString()}::timestamptz
    from ${table} where workspace_id = ${workspaceId}::uuid and revision = ${revision}::int
    having not coalesce(bool_or(code = ${code} and text = ${text}), false)
    returning number`);
  if (!added) return;
  await services.publish(executor, 'workspaceinit', workspaceId, {
    number: added.number,
    message_code: code,
    message_text: text,
    create_date: now.toISOString(),
  });
}

/** Keeps the end: the last lines of an output say what went wrong. */
function shorten(text: string): string {
  // A zero byte is no text for Postgres.
  const clean = text.replaceAll('\0', '').trim();
  const bytes = Buffer.from(clean);
  if (bytes.length <= TEXT_MAX_BYTES) return clean;
  return `…${bytes
    .subarray(bytes.length - TEXT_MAX_BYTES)
    .toString()
    .replace(/^�+/, '')}`;
}
