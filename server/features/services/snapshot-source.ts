import type { SnapshotSource } from '../snapshots/index.ts';
import type { ServiceRecord } from './access.ts';

/** What a snapshot keeps of a service: its item, and its values, still sealed, as its data goes by them. */
export function serviceSource(service: ServiceRecord): SnapshotSource {
  const { id, organizationId, userId, name, engineId, serviceId, environment } = service;
  const software = { language: 'none', languageVersion: null, database: 'none', gitUrl: null };
  return { id, organizationId, userId, name, engineId, ...software, service: { serviceId, environment } };
}
