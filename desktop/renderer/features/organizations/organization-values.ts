import type { Organization } from '#shared/features/organizations/contract.ts';

/** The country that forms start with. */
const DEFAULT_COUNTRY = 'US';

/** The organization as a form holds it: unknown values are empty texts. */
export interface OrganizationValues extends Record<string, unknown> {
  name: string;
  industry: string;
  website_url: string;
  country: string;
  street_address: string;
  street_address_cont: string;
  city: string;
  state_prov: string;
  postal_code: string;
}

export function organizationValues(organization: Organization): OrganizationValues {
  return {
    name: organization.name,
    industry: organization.industry ?? '',
    website_url: organization.website_url ?? '',
    country: organization.country ?? DEFAULT_COUNTRY,
    street_address: organization.street_address ?? '',
    street_address_cont: organization.street_address_cont ?? '',
    city: organization.city ?? '',
    state_prov: organization.state_prov ?? '',
    postal_code: organization.postal_code ?? '',
  };
}

/** Only the US has states here; elsewhere a previously chosen one isn't sent. */
export function hasStates({ country }: Pick<OrganizationValues, 'country'>): boolean {
  return country === 'US';
}
