import { countryName } from './countries.ts';
import type { OrganizationRow } from './find-organization.ts';

/** The whole address on one line. */
export function addressLine(row: OrganizationRow): string {
  const region = [row.stateProv, row.postalCode].filter(Boolean).join(' ');
  return [row.streetAddress, row.streetAddressCont, row.city, region, countryName(row.country)]
    .filter(Boolean)
    .join(', ');
}
