import type { CatalogueEntry, Service } from '#shared/features/services/contract.ts';
import { serverText } from '../../lib/server-text.ts';

/** A catalogue item in the page's language; an operator's own item without a translation stays as written. */
export function itemInOurLanguage(item: CatalogueEntry): CatalogueEntry {
  return {
    ...item,
    name: serverText(item.name),
    description: serverText(item.description),
    add_description: item.add_description === null ? null : serverText(item.add_description),
    environment_properties: item.environment_properties.map((property) => ({
      ...property,
      name: serverText(property.name),
      group: serverText(property.group),
      help: property.help === undefined ? undefined : serverText(property.help),
      default: isProse(property) ? serverText(String(property.default)) : property.default,
      options: property.options?.map(({ value, text }) => ({ value, text: serverText(text) })),
    })),
  };
}

/** A title, as opposed to the name of a user or database. */
function isProse({ type, pattern, default: value }: CatalogueEntry['environment_properties'][number]): boolean {
  return type === 'text' && pattern === undefined && value !== undefined;
}

/** Translates the item's words in a service; names given by people stay. */
export function serviceInOurLanguage(service: Service): Service {
  return {
    ...service,
    service_name: serverText(service.service_name),
    description: serverText(service.description),
    memory_display: serverText(service.memory_display),
    disk_display: serverText(service.disk_display),
    ports: service.ports.map((port) => ({ ...port, name: serverText(port.name) })),
  };
}
