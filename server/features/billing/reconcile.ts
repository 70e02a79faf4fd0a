import { isNotNull } from 'drizzle-orm';
import { organizations } from '../people/tables.ts';
import type { Difference } from './difference.ts';
import { type SyncServices, syncOrganization } from './sync-organization.ts';

/**
 * Compares every organization's copy with the payment provider, corrects it, and reports differences, which are
 * webhooks that never came. One organization that can't be read doesn't stop the others.
 */
export async function reconcileBilling(
  dependencies: SyncServices,
): Promise<(Difference & { organizationId: string })[]> {
  const billed = await dependencies.db
    .select({ id: organizations.id })
    .from(organizations)
    .where(isNotNull(organizations.stripeCustomerId));
  const found: (Difference & { organizationId: string })[] = [];
  for (const { id: organizationId } of billed) {
    try {
      const here = await syncOrganization(dependencies, { organizationId, everything: true });
      for (const difference of here) {
        dependencies.log.warn({ organizationId, ...difference }, 'billing differed from the payment provider; mended');
        found.push({ organizationId, ...difference });
      }
    } catch (error) {
      dependencies.log.error({ err: error, organizationId }, 'billing could not be compared with the payment provider');
    }
  }
  return found;
}
