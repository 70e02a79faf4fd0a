import { eq } from 'drizzle-orm';
import { enforceFence } from '../../compute/fence/enforce-fence.ts';
import { isId } from '../../platform/ids.ts';
import type { Dependencies } from '../context.ts';
import { readInstallationId } from '../instances/index.ts';
import { hosts } from '../machines/tables.ts';
import { claimOf } from './machine-spec.ts';

/**
 * Sets the firewall rules on a host whenever its engine is connected again, because a restarted machine has lost them.
 * Does nothing for an engine that isn't a host's. Rules: server/compute/README.md, "Fence".
 */
export async function fenceHost(dependencies: Dependencies, id: string): Promise<void> {
  const { config, db, engines, hostProviders, log } = dependencies;
  if (!isId(id)) return;
  const [host] = await db.select().from(hosts).where(eq(hosts.id, id));
  if (!host) return;
  const installationId = await readInstallationId(dependencies);
  const fence = { installationId, publicPorts: [], publicRanges: [], allow: config.egressAllow };
  const report = await enforceFence(engines.get(id), fence, (script) =>
    hostProviders.get(host.provider).run(claimOf(host), script),
  );
  if (!report.enforced) log.warn({ reason: report.reason, hostId: id }, 'networks of a host are not fenced off');
}
