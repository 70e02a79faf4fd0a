import type { CatalogueEntry, Service, ServiceRow } from '#shared/features/services/contract.ts';
import type { Config } from '../../platform/config.ts';
import { say } from '../../platform/say.ts';
import { type CatalogueItem, findItem } from '../catalogue/index.ts';
import { instanceUrl, presentInstance, type Requester } from '../instances/index.ts';
import { httpPort, permissions, type ServiceRecord } from './access.ts';
import type { Environment } from './environment.ts';

/** Services cost nothing on top of their host. */
const PRICE_CENTS = 0;

/** Names of what a service row refers to. */
export interface Names {
  user: string;
  server: string;
}

function iconUrl(item: CatalogueItem | undefined): string {
  return item ? `data:image/svg+xml;base64,${Buffer.from(item.icon).toString('base64')}` : '';
}

/** The fields of a list row. */
export function presentRow(config: Config, actor: Requester, service: ServiceRecord, names: Names): ServiceRow {
  const item = findItem(service.catalogueId);
  const may = permissions(actor, service);
  return {
    ...presentInstance(service, names.user),
    organizationServiceID: service.id,
    service_id: service.catalogueId,
    service_name: item?.name ?? service.catalogueId,
    category: item?.category ?? '',
    icon_url: iconUrl(item),
    accent_color: item?.accent_color ?? '#5c6370',
    server_name: names.server,
    service_status: service.status,
    url: may.open ? instanceUrl(config, service.slug) : null,
    snapshot_flag: item?.snapshot_flag ?? false,
    individual_flag: item?.individual_flag ?? false,
    undo_until: may.restore ? (service.scheduledDeleteAt?.toISOString() ?? null) : null,
    may,
  };
}

/** What the details add for everyone who sees the service; `values` is null for people who may not know them. */
export function presentDetails(
  config: Config,
  service: ServiceRecord,
  values: Environment | null,
): Omit<Service, keyof ServiceRow | 'status_changes'> {
  const item = findItem(service.catalogueId);
  return {
    description: item?.description ?? '',
    hostname: service.slug,
    ports: (item?.ports ?? []).map((each) => ({ ...each, address: `${service.slug}:${each.port}` })),
    deployment_type: service.snapshotId ? 'snapshot' : 'new_container',
    snapshot_id: service.snapshotId,
    docker_privilege_flag: service.dockerPrivilege,
    docker_privilege_option: item?.docker_privilege_option ?? false,
    environment_properties: values
      ? (item?.environment ?? []).map((property) => ({ ...property, value: values[property.key] ?? '' }))
      : [],
    instructions: values && item ? fillIn(config, item, service, values) : null,
    price: PRICE_CENTS,
  };
}

function fillIn(config: Config, item: CatalogueItem, service: ServiceRecord, values: Environment): string {
  const url = httpPort(service) === null ? '' : instanceUrl(config, service.slug);
  const all: Environment = { ...values, HOST: service.slug, URL: url };
  return item.instructions.replace(/\{\{(.*?)\}\}/g, (_whole, name: string) => all[name] ?? '');
}

export function presentItem(item: CatalogueItem): CatalogueEntry {
  return {
    service_id: item.id,
    name: item.name,
    category: item.category,
    description: item.description,
    add_description: item.script ? null : say('services.imageOnly'),
    icon_url: iconUrl(item),
    accent_color: item.accent_color,
    snapshot_flag: item.snapshot_flag,
    individual_flag: item.individual_flag,
    docker_privilege_option: item.docker_privilege_option,
    minimum_memory_gb: item.minimum_memory_mb / 1024,
    environment_properties: item.environment,
    price: PRICE_CENTS,
  };
}
