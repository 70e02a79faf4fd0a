import type { RoomMessages } from '#shared/api/rooms.ts';
import type { Executor } from '../platform/database.ts';

/** Sends a message to a live room once the executor's transaction commits. */
export type Publish = <K extends keyof RoomMessages>(
  executor: Executor,
  kind: K,
  id: string,
  message: RoomMessages[K],
) => Promise<void>;
