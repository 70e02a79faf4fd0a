import type { Executor } from '../../platform/database.ts';
import type { Dependencies } from '../context.ts';

/** Tells open pages, on commit, that people, groups, bills or the organization itself have changed. */
export async function announceOrganization(
  { publish }: Pick<Dependencies, 'publish'>,
  executor: Executor,
  id: string,
): Promise<void> {
  await publish(executor, 'organization', id, { id });
}
