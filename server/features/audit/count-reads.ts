import { sql } from 'drizzle-orm';
import { changesState, type Route } from '#shared/api/route.ts';
import type { Dependencies, PublicContext } from '../context.ts';
import { auditLog } from './tables.ts';

type Outcome = 'success' | 'failure';
type Row = typeof auditLog.$inferInsert & { readsOf: string; details: { call: string; reads: number; by: string } };

export interface ReadCounter {
  /** Counts a read that somebody's API token made; ignores everything else. */
  count(context: PublicContext, route: Route, outcome: Outcome): void;
  /** Writes what was counted since the last time. What can't be written is kept for the next. */
  flush(): Promise<void>;
}

const ROWS_AT_ONCE = 500;

/**
 * Counts what API tokens read, for one entry per token, call, outcome and hour. Counted in memory and written together,
 * so that no read waits for a write. A lost database can't fill the memory: without it no token is recognized.
 */
export function createReadCounter({ db, clock, log }: Pick<Dependencies, 'db' | 'clock' | 'log'>): ReadCounter {
  let counted = new Map<string, Row>();
  const add = (row: Row) => {
    const before = counted.get(row.readsOf);
    counted.set(row.readsOf, before ? together(before, row) : row);
  };
  return {
    count({ actor, origin }, route, outcome) {
      if (!actor?.apiToken || changesState(route)) return;
      const createdAt = clock.now();
      const call = `${route.method.toUpperCase()} ${route.path}`;
      add({
        readsOf: [actor.apiToken.id, createdAt.toISOString().slice(0, 13), outcome, call].join(' '),
        organizationId: actor.organizationId,
        userId: actor.userId,
        action: 'access.read',
        outcome,
        details: { call, reads: 1, by: `token ${actor.apiToken.name}` },
        ipAddress: origin.ipAddress,
        createdAt,
      });
    },
    async flush() {
      // In one order, so that two processes that write the same rows don't wait for each other.
      const rows = [...counted.values()].sort((a, b) => (a.readsOf < b.readsOf ? -1 : 1));
      counted = new Map();
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        const part = rows.slice(from, from + ROWS_AT_ONCE);
        await write(db, part).catch((error: unknown) => {
          for (const row of part) add(row);
          log.warn({ err: error }, 'reads by tokens not written to the audit log; tried again');
        });
      }
    },
  };
}

function together(one: Row, other: Row): Row {
  return {
    ...one,
    details: { ...one.details, reads: one.details.reads + other.details.reads },
    ipAddress: one.ipAddress === other.ipAddress ? one.ipAddress : null,
  };
}

/** Other processes count the same token's reads in the same rows. An address stays only while all came from it. */
async function write(db: Dependencies['db'], rows: Row[]): Promise<void> {
  const sum = sql`(${auditLog.details} ->> 'reads')::int + (excluded.details ->> 'reads')::int`;
  await db
    .insert(auditLog)
    .values(rows)
    .onConflictDoUpdate({
      target: auditLog.readsOf,
      set: {
        details: sql`jsonb_set(${auditLog.details}, '{reads}', to_jsonb(${sum}))`,
        ipAddress: sql`case when ${auditLog.ipAddress} = excluded.ip_address then ${auditLog.ipAddress} end`,
      },
    });
}
