import { rooms } from '#shared/api/rooms.ts';
import { SERVICE_READY } from '#shared/features/services/model.ts';
import { useInitMessages } from '../../lib/init-messages.ts';
import { serviceMessagesQuery } from './queries.ts';

/** Follows a launch or start of a service. */
export function useServiceMessages(id: string) {
  return useInitMessages(serviceMessagesQuery(id), rooms.serviceInit(id), SERVICE_READY);
}
