import { randomInt } from 'node:crypto';
import { and, eq, gt, isNotNull, ne, or } from 'drizzle-orm';
import { slugFrom } from '#shared/features/workspaces/model.ts';
import { DAY } from '../../platform/clock.ts';
import type { Transaction } from '../../platform/database.ts';
import { Conflict } from '../../platform/errors.ts';
import { holdNamedLock } from '../../platform/named-lock.ts';
import { say } from '../../platform/say.ts';
import type { Dependencies } from '../context.ts';
import { instances } from './tables.ts';

/** Its pages may have left service workers and storage in browsers, which must not meet another organization's. */
const KEPT_MS = 90 * DAY;
const SLUG_ATTEMPTS = 8;

interface SlugRequest {
  organizationId: string;
  name: string;
  /** Preferred if it is free. */
  preferred?: string;
}

/**
 * A free host name for a workspace or service, reserved until the transaction ends. One that was used stays its
 * organization's for 90 days after deletion. @throws Conflict if every candidate is taken
 */
export async function holdFreeSlug(
  dependencies: Pick<Dependencies, 'clock'>,
  tx: Transaction,
  { organizationId, name, preferred }: SlugRequest,
): Promise<string> {
  const keptSince = new Date(dependencies.clock.now().getTime() - KEPT_MS);
  for (const slug of [...(preferred ? [preferred] : []), ...slugs(name)]) {
    await holdNamedLock(tx, `slug.${slug}`);
    if (!(await isTaken(tx, { slug, organizationId, keptSince }))) return slug;
  }
  throw new Conflict(say('instances.noAddress'));
}

async function isTaken(
  tx: Transaction,
  { slug, organizationId, keptSince }: { slug: string; organizationId: string; keptSince: Date },
): Promise<boolean> {
  const isThere = ne(instances.status, 'Deleted');
  const isKept = and(
    ne(instances.organizationId, organizationId),
    isNotNull(instances.launchedAt),
    gt(instances.deletedAt, keptSince),
  );
  const [row] = await tx
    .select({ id: instances.id })
    .from(instances)
    .where(and(eq(instances.slug, slug), or(isThere, isKept)))
    .limit(1);
  return row !== undefined;
}

/** The plain slug first, then with a random ending. `name-3000` would look like a port of `name`. */
function* slugs(name: string): Generator<string> {
  const plain = slugFrom(name);
  if (!/-\d+$/.test(plain)) yield plain;
  for (let attempt = 0; attempt < SLUG_ATTEMPTS; attempt += 1) yield `${plain}-${ending()}`;
}

/** Five letters and digits, a letter first. */
function ending(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const all = `${letters}23456789`;
  const pick = (from: string) => from.charAt(randomInt(from.length));
  return pick(letters) + Array.from({ length: 4 }, () => pick(all)).join('');
}
