import type { Clock } from '../../platform/clock.ts';
import type { Sql } from '../../platform/database.ts';
import type { Logger } from '../../platform/logger.ts';
import { everySecond } from '../every-second.ts';
import type { Change, FailedLogins } from './failed-logins.ts';

/** Read again, for transactions that began earlier and ended later. */
const OVERLAP_S = 2;
const MOST_AT_ONCE = 2000;

interface Row {
  name: string;
  count: number;
  until: Date;
  readAt: Date;
}

/** Once a second, tells other gateways of failed logins and hears of theirs. What could not be told is told later. */
export function shareFailedLogins(
  { lookups, clock, log }: { lookups: Sql; clock: Clock; log: Logger },
  failedLogins: FailedLogins,
): { close(): Promise<void> } {
  let since = new Date(0);

  const tell = async (changes: ReadonlyMap<string, Change>) => {
    if (changes.size === 0) return;
    // In the same order everywhere, or two processes would wait for each other.
    const sorted = [...changes].sort(([a], [b]) => (a < b ? -1 : 1));
    const names = sorted.map(([name]) => name);
    const added = sorted.map(([, { count }]) => count);
    const ends = sorted.map(([, { until }]) => new Date(until).toISOString());
    const now = clock.now();
    await lookups`
      insert into ssh_failed_logins as known (name, count, until, changed_at)
      select name, added, ends, now()
      from unnest(${names}::text[], ${added}::int[], ${ends}::timestamptz[]) change (name, added, ends)
      on conflict (name) do update set until = greatest(known.until, excluded.until), changed_at = now(),
        count = case when excluded.count = 0 then 0 when known.until > ${now} then known.count + excluded.count
          else excluded.count end`;
  };
  const hear = async () => {
    const rows = await lookups<Row[]>`
      select name, count, until, now() as "readAt" from ssh_failed_logins
      where changed_at > ${since}::timestamptz - ${OVERLAP_S} * interval '1 second' and until > ${clock.now()}
      order by changed_at desc limit ${MOST_AT_ONCE}`;
    for (const { name, count, until } of rows) failedLogins.hear(name, { count, until });
    since = rows[0]?.readAt ?? since;
  };
  const exchanging = everySecond(async () => {
    const changes = failedLogins.takeChanges(MOST_AT_ONCE);
    try {
      await tell(changes);
    } catch (error) {
      failedLogins.giveBack(changes);
      log.debug({ err: error }, 'other gateways could not be told of failed logins for the moment');
      return;
    }
    await hear().catch((error: unknown) => log.debug({ err: error }, 'failed logins of other gateways are unknown'));
  });
  return {
    async close() {
      await exchanging.stop();
      await lookups`delete from ssh_failed_logins where until < ${clock.now()}`.catch(() => undefined);
    },
  };
}
