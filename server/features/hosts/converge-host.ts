import type { Dependencies } from '../context.ts';
import { withWorkLock } from '../instances/index.ts';
import { readHost } from './find-host.ts';
import { launchHost } from './launch-host.ts';
import { releaseHost } from './release-host.ts';

/** Brings a host to what its row says, one process at a time: creates its machine, or gives it back. Repeatable. */
export async function convergeHost(dependencies: Dependencies, id: string, signal: AbortSignal): Promise<void> {
  await withWorkLock(dependencies, `host.${id}`, async () => {
    let host = await readHost(dependencies, id);
    if (host && host.launchedAt === null && host.status !== 'Deleted') {
      await launchHost(dependencies, host, signal);
      host = await readHost(dependencies, id);
    }
    if (host?.status === 'Deleted' && host.releasedAt === null) await releaseHost(dependencies, host);
  });
}
