import type { CatalogueEntry, Service, ServiceRow } from '#shared/features/services/contract.ts';
import type { Config } from '../../platform/config.ts';
import { notAnsweringSince } from '../instances/index.ts';
import { type Asking, httpPort, permissions, type ServiceRecord } from './access.ts';
import { type CatalogueItem, findItem } from './catalogue.ts';
import type { Environment } from './environment.ts';

/** Services cost nothing on top of the host they run on. */
const PRICE_CENTS = 0;

/** Names of what a service row refers to. */
export interface Names {
  user: string;
  server: string;
}

function serviceUrl(config: Config, slug: string): string {
  return `${config.https ? 'https' : 'http'}://${slug}.${config.workspaceDomain}${config.workspaceUrlSuffix}`;
}

function iconUrl(item: CatalogueItem | undefined): string {
  return item ? `data:image/svg+xml;base64,${Buffer.from(item.icon).toString('base64')}` : '';
}

/** The fields of a list row. */
export function presentRow(config: Config, actor: Asking, service: ServiceRecord, names: Names): ServiceRow {
  const item = findItem(service.serviceId);
  const may = permissions(actor, service);
  const memoryGb = service.memoryMb / 1024;
  return {
    organizationServiceID: service.id,
    id: service.id,
    name: service.name,
    service_id: service.serviceId,
    service_name: item?.name ?? service.serviceId,
    category: item?.category ?? '',
    icon_url: iconUrl(item),
    accent_color: item?.accent_color ?? '#5c6370',
    server_id: service.serverId,
    server_name: names.server,
    user_id: service.userId,
    user_name: names.user,
    service_status: service.status,
    not_answering_date: notAnsweringSince(service)?.toISOString() ?? null,
    url: may.open ? serviceUrl(config, service.slug) : null,
    cpu_cores: service.cpuCores,
    memory_gb: memoryGb,
    memory_display: `${Math.round(memoryGb * 100) / 100} GB`,
    disk_gb: service.diskGb,
    disk_display: service.diskGb === 0 ? 'Unmetered' : `${service.diskGb} GB`,
    snapshot_flag: item?.snapshot_flag ?? false,
    individual_flag: item?.individual_flag ?? false,
    delete_protect_flag: service.deleteProtect,
    create_date: service.createdAt.toISOString(),
    may,
  };
}

/** What the details add for everyone who sees the service; `values` is null for those who may not know them. */
export function presentDetails(
  config: Config,
  service: ServiceRecord,
  values: Environment | null,
): Omit<Service, keyof ServiceRow | 'status_changes'> {
  const item = findItem(service.serviceId);
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
  const url = httpPort(service) === null ? '' : serviceUrl(config, service.slug);
  const all: Environment = { ...values, HOST: service.slug, URL: url };
  return item.instructions.replace(/\{\{(.*?)\}\}/g, (_whole, name: string) => all[name] ?? '');
}

export function presentItem(item: CatalogueItem): CatalogueEntry {
  return {
    service_id: item.id,
    name: item.name,
    category: item.category,
    description: item.description,
    add_description: item.script
      ? null
      : 'Published as an image only: it needs a registry of images that the host can reach.',
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
