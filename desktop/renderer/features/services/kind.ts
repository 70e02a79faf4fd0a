import { rooms } from '#shared/api/rooms.ts';
import { getService, type Service, serviceSetup } from '#shared/features/services/contract.ts';
import { SERVICE_READY } from '#shared/features/services/model.ts';
import { call } from '../../lib/call.ts';
import type { InstanceKind } from '../instances/index.ts';

/** E01 … E07. */
const STEPS = 7;

export const SERVICE: InstanceKind<Service> = {
  name: 'services',
  read: (id, signal) => call(getService, { params: { organizationServiceID: id }, signal }),
  statusOf: (service) => service.service_status,
  readLaunch: (id, signal) => call(serviceSetup, { params: { organizationServiceID: id }, signal }),
  steps: STEPS,
  ready: SERVICE_READY,
  room: rooms.service,
  launchRoom: rooms.serviceInit,
  listRoom: rooms.organizationServices,
};
