import { and, inArray, isNull, ne, or } from 'drizzle-orm';
import type { Dependencies } from '../context.ts';
import { hosts } from '../machines/tables.ts';
import { checkHost } from './check-host.ts';
import { convergeHost } from './converge-host.ts';
import { requestHostConvergence } from './converge-job.ts';
import { removeDueHosts } from './remove-due.ts';
import { settleLostCharges, settleUnits } from './settle-units.ts';

/** The handlers of this slice's jobs. */
export const hostJobs = (dependencies: Dependencies) => ({
  'hosts.converge': ({ hostId }: { hostId: string }, signal: AbortSignal): Promise<void> =>
    convergeHost(dependencies, hostId, signal),
  'hosts.watch': (): Promise<void> => watchHosts(dependencies),
  'hosts.settle': (): Promise<void> => settleUnits(dependencies),
});

export const hostCrontab = '* * * * * hosts.watch\n23 5 * * * hosts.settle';

/** Every minute: continues what a crash left half-done, removes hosts that are due, and checks the others. */
export async function watchHosts(dependencies: Dependencies): Promise<void> {
  const { db, log } = dependencies;
  await settleLostCharges(dependencies).catch((error) =>
    log.error({ err: error }, 'lost charges could not be credited'),
  );
  await removeDueHosts(dependencies);
  const unfinished = and(isNull(hosts.releasedAt), or(isNull(hosts.launchedAt), inArray(hosts.status, ['Deleted'])));
  for (const { id } of await db.select({ id: hosts.id }).from(hosts).where(unfinished))
    await requestHostConvergence(db, id);
  const there = await db.select().from(hosts).where(ne(hosts.status, 'Deleted'));
  const checks = there
    .filter(({ launchedAt }) => launchedAt !== null)
    .map((host) =>
      checkHost(dependencies, host).catch((error) =>
        log.error({ err: error, hostId: host.id }, 'a host could not be checked'),
      ),
    );
  await Promise.all(checks);
}
