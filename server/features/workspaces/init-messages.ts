import type { Executor } from '../../platform/database.ts';
import type { Services } from '../context.ts';
import { addMessage, type InitText } from '../lifecycle/index.ts';
import { workspaceKind } from './kind.ts';

/** Adds the next init message of a workspace's launch or start and says it into its room. */
export async function addInitMessage(
  services: Pick<Services, 'clock' | 'publish'>,
  executor: Executor,
  { workspaceId: id, ...message }: Omit<InitText, 'id'> & { workspaceId: string },
): Promise<void> {
  await addMessage(services, executor, workspaceKind, { id, ...message });
}
