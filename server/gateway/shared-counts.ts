import type { Sql } from '../platform/database.ts';
import { newId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import { everySecond } from './every-second.ts';

/** What the other processes of the installation have, as of about a second ago. */
export interface Others {
  of(whom: string): number;
  /** How many of them have any. */
  processes(whom: string): number;
  all(): number;
}
/** For a process that counts alone. */
export const NO_OTHERS: Others = { of: () => 0, processes: () => 0, all: () => 0 };

export interface SharedCounts {
  /** @param own what this process has, by whom */
  share(kind: string, own: () => Iterable<readonly [string, number]>): Others;
  close(): Promise<void>;
}

type Counts = Record<string, Record<string, number>>;

/** A process that said nothing for so long is gone; and a database, silent. */
const EXPIRES_MS = 5000;
/** Connections of guests in VS Code, by share. */
export const EDITOR_GUESTS = 'editor guests';
/** By kind: a flood from everywhere is no reason for a large row. */
const MOST_KEPT = 1000;

/**
 * Limits that hold for all processes together: each says once a second what it has, in a row of its own. While the
 * database is silent, each counts alone.
 */
export function shareCounts(
  { lookups, log }: { lookups: Sql; log: Logger },
  now: () => number = () => performance.now(),
): SharedCounts {
  const processId = newId();
  const sources = new Map<string, () => Iterable<readonly [string, number]>>();
  let others: Counts[] = [];
  let heardAt = Number.NEGATIVE_INFINITY;
  let isWritten = false;

  const exchange = async () => {
    const own: Counts = {};
    for (const [kind, counts] of sources) {
      const some = [...counts()].filter(([, count]) => count > 0);
      if (some.length > 0) own[kind] = Object.fromEntries(some.sort(([, a], [, b]) => b - a).slice(0, MOST_KEPT));
    }
    const hasAny = Object.keys(own).length > 0;
    try {
      if (hasAny || isWritten) {
        await lookups`
          insert into process_counts (process_id, counts, seen_at) values (${processId}, ${lookups.json(own)}, now())
          on conflict (process_id) do update set counts = excluded.counts, seen_at = excluded.seen_at`;
        isWritten = hasAny;
      }
      const rows = await lookups<{ counts: Counts }[]>`
        select counts from process_counts
        where process_id <> ${processId} and seen_at > now() - ${EXPIRES_MS} * interval '1 millisecond'`;
      others = rows.map(({ counts }) => counts);
      heardAt = now();
    } catch (error) {
      log.debug({ err: error }, 'what other processes count is unknown for the moment');
    }
  };
  const exchanging = everySecond(exchange);
  const heard = () => (now() - heardAt < EXPIRES_MS ? others : []);

  return {
    share(kind, own) {
      sources.set(kind, own);
      const counts = (whom: string) => heard().map((each) => countOf(each[kind] ?? {}, whom));
      return {
        of: (whom) => sum(counts(whom)),
        processes: (whom) => counts(whom).filter((count) => count > 0).length,
        all: () => sum(heard().flatMap((each) => Object.values(each[kind] ?? {}))),
      };
    },
    async close() {
      await exchanging.stop();
      // With it go those of processes that were killed.
      await lookups`delete from process_counts where process_id = ${processId} or seen_at < now() - interval '1 hour'`.catch(
        () => undefined,
      );
    },
  };
}

/** What all processes have of a kind, as of about a second ago. */
export async function readCounts({ lookups }: { lookups: Sql }, kind: string): Promise<Map<string, number>> {
  const rows = await lookups<{ whom: string; count: number }[]>`
    select whom, sum(count::int)::int as count from process_counts, jsonb_each_text(counts -> ${kind}) as each (whom, count)
    where seen_at > now() - ${EXPIRES_MS} * interval '1 millisecond' group by whom`;
  return new Map(rows.map(({ whom, count }) => [whom, count]));
}

const countOf = (counts: Record<string, number>, whom: string) =>
  Object.hasOwn(counts, whom) ? (counts[whom] ?? 0) : 0;

const sum = (counts: number[]) => counts.reduce((all, count) => all + count, 0);
