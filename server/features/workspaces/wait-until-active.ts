import { setTimeout as delay } from 'node:timers/promises';
import { rooms } from '#shared/api/rooms.ts';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import type { Services } from '../context.ts';
import type { WorkspaceRecord } from './access.ts';
import { readWorkspace } from './read-workspace.ts';

/** A notice may be lost while the database is away. */
const LOOK_AT_LEAST_EVERY_MS = 2000;

/**
 * Waits while the workspace is Pending and tells its init messages. @returns the row once it is Active; null when it
 * became anything else, or `signal` aborted.
 */
export async function waitUntilActive(
  services: Services,
  workspaceId: string,
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<WorkspaceRecord | null> {
  let wake = () => {};
  const room = rooms.workspaceInit(workspaceId);
  const stops = await Promise.all([
    services.bus.listen('workspace_changed', (message) => message.id === workspaceId && wake()),
    services.bus.listen('room', (event) => {
      if (event.room === room) progress((event.message as InitMessage).message_text);
    }),
  ]);
  try {
    while (!signal.aborted) {
      const changed = new AbortController();
      wake = () => changed.abort();
      const workspace = await readWorkspace(services, workspaceId);
      if (workspace?.status !== 'Pending') return workspace?.status === 'Active' ? workspace : null;
      const either = AbortSignal.any([changed.signal, signal]);
      await delay(LOOK_AT_LEAST_EVERY_MS, undefined, { signal: either }).catch(() => undefined);
    }
    return null;
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
}
