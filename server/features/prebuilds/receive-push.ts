import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { isId } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import { holdPrepared } from '../snapshots/index.ts';
import { templates } from '../templates/tables.ts';
import type { PrebuildRecord } from './access.ts';
import { ask } from './run-job.ts';
import { prebuilds } from './tables.ts';

/** What all providers send of a push. */
const pushSchema = z.object({ ref: z.string().max(1000), after: z.string().max(100) });

export interface Delivery {
  id: string;
  body: Uint8Array;
  header: (name: string) => string | undefined;
}

/**
 * Takes what a repository's provider sends. A push to the prepared branch asks for a copy, unless there is one of its
 * commit; anything else that is signed changes nothing.
 * @returns whether it was signed with the secret of such a template
 */
export async function receivePush(
  { clock, db, secrets }: Pick<Dependencies, 'clock' | 'db' | 'secrets'>,
  { id, body, header }: Delivery,
): Promise<boolean> {
  const [row] = isId(id)
    ? await db
        .select({ prebuild: prebuilds, version: templates.version, deletedAt: templates.deletedAt })
        .from(prebuilds)
        .innerJoin(templates, eq(templates.id, prebuilds.templateId))
        .where(and(eq(prebuilds.id, id), eq(prebuilds.on, true)))
    : [];
  // Without one the work is the same, so that time tells nothing.
  const sealed = row?.deletedAt === null ? row.prebuild.webhookSecret : null;
  const isSigned = verify(sealed === null ? 'none' : secrets.open(sealed), body, header);
  if (!row || sealed === null || !isSigned) return false;
  const push = parsePush(body);
  if (push && concerns(push, row.prebuild)) {
    const copy = await holdPrepared(db, { id: row.prebuild.templateId, version: row.version });
    if (copy?.gitCommit !== push.after) await ask(db, row.prebuild, 'webhook', clock.now());
  }
  return true;
}

/** Providers sign the body with the secret; GitLab sends the secret itself. */
function verify(secret: string, body: Uint8Array, header: Delivery['header']): boolean {
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const given = [
    [header('x-hub-signature-256'), `sha256=${signature}`],
    [header('x-gitea-signature'), signature],
    [header('x-forgejo-signature'), signature],
    [header('x-gitlab-token'), secret],
  ] as const;
  return given.filter(([sent, wanted]) => sent !== undefined && isSame(sent, wanted)).length > 0;
}

/** In a time that doesn't depend on where they differ, or how long they are. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

/** JSON, or, as GitHub sends it unless told otherwise, a form with it in `payload`. */
function parsePush(body: Uint8Array) {
  const text = Buffer.from(body).toString();
  const json = text.startsWith('payload=') ? (new URLSearchParams(text).get('payload') ?? '') : text;
  try {
    return pushSchema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}

/** Before the first copy nobody knows which branch is the default one. */
function concerns({ ref, after }: z.infer<typeof pushSchema>, { branch }: PrebuildRecord): boolean {
  const isDeletion = /^0+$/.test(after);
  return ref.startsWith('refs/heads/') && !isDeletion && (branch === null || ref === `refs/heads/${branch}`);
}
