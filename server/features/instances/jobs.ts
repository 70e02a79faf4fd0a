import type { Dependencies } from '../context.ts';
import { backUpStopped } from './back-up-stopped.ts';
import { convergeInstance } from './converge.ts';
import type { Kind } from './kind.ts';
import { reconcile } from './reconcile.ts';
import type { Runner } from './runner.ts';
import { spanMachines } from './span-machines.ts';
import { watchDisks } from './watch-disks.ts';
import { watchHealth } from './watch-health.ts';
import './converge-job.ts';

export const instanceJobs = (dependencies: Dependencies, runners: readonly Runner[]) => ({
  'instances.converge': async (
    { kind, id }: { kind: Kind['word']; id: string },
    signal: AbortSignal,
  ): Promise<void> => {
    const runner = runners.find(({ word }) => word === kind);
    if (runner) await convergeInstance(dependencies, runner, id, signal);
  },
  'instances.back-up-stopped': (): Promise<void> => backUpStopped(dependencies, runners),
  'instances.reconcile': (): Promise<void> => reconcile(dependencies, runners),
  'instances.span-machines': ({ organizationId }: { organizationId: string }): Promise<void> =>
    spanMachines(dependencies, organizationId),
  'instances.watch-disks': async (): Promise<void> => {
    await Promise.all(runners.map((runner) => watchDisks(dependencies, runner)));
  },
  'instances.watch-health': async (): Promise<void> => {
    await Promise.all(runners.map((runner) => watchHealth(dependencies, runner)));
  },
});

/** Lines of the crontab: `minute hour day month weekday name`. */
export const instanceCrontab = [
  '* * * * * instances.back-up-stopped',
  '* * * * * instances.reconcile',
  '* * * * * instances.watch-disks',
  '* * * * * instances.watch-health',
].join('\n');
