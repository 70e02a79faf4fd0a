import { rooms } from '#shared/api/rooms.ts';
import { HOST_READY } from '#shared/features/hosts/model.ts';
import { useInitMessages } from '../../lib/init-messages.ts';
import { hostMessagesQuery } from './queries.ts';

/** Follows the making of a host. */
export function useHostMessages(id: string) {
  return useInitMessages(hostMessagesQuery(id), rooms.hostInit(id), HOST_READY);
}
