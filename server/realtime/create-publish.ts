import type { Publish } from '../features/context.ts';
import type { Bus } from '../platform/bus.ts';

/** Rooms span processes: on commit, a message travels through the database to every process with sockets. */
export function createPublish(bus: Bus): Publish {
  return (executor, kind, id, message) => bus.notify(executor, 'room', { room: `/${kind}/${id}`, message });
}
