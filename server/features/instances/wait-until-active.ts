import { setTimeout as delay } from 'node:timers/promises';
import type { InitMessage } from '#shared/features/workspaces/contract.ts';
import type { Dependencies } from '../context.ts';
import type { Instance, Kind } from './kind.ts';
import { readInstance } from './read.ts';

/** A notification may be lost while the database is away. */
const LOOK_AT_LEAST_EVERY_MS = 2000;

/**
 * Waits while it is Pending and passes on its init messages. @returns the row once it is Active; null if it became
 * anything else, or `signal` aborted
 */
export async function untilActive<R extends Instance>(
  dependencies: Dependencies,
  kind: Kind<R>,
  id: string,
  progress: (text: string) => void,
  signal: AbortSignal,
): Promise<R | null> {
  let wake = () => {};
  const room = `/${kind.messages.room}/${id}`;
  const stops = await Promise.all([
    dependencies.bus.listen('workspace_changed', (message) => message.id === id && wake()),
    dependencies.bus.listen('room', (event) => {
      if (event.room === room) progress((event.message as InitMessage).message_text);
    }),
  ]);
  try {
    while (!signal.aborted) {
      const changed = new AbortController();
      wake = () => changed.abort();
      const record = await readInstance(dependencies, kind, id);
      if (record?.status !== 'Pending') return record?.status === 'Active' ? record : null;
      const either = AbortSignal.any([changed.signal, signal]);
      await delay(LOOK_AT_LEAST_EVERY_MS, undefined, { signal: either }).catch(() => undefined);
    }
    return null;
  } finally {
    await Promise.all(stops.map((stop) => stop()));
  }
}
