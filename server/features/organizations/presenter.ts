import type { Organization } from '#shared/features/organizations/contract.ts';
import type { PaymentDetails, UpcomingAmounts } from '../billing/index.ts';
import { addressLine, countryName, type OrganizationRow } from '../people/index.ts';
import { industryName } from './industries.ts';
import { stateName } from './us-states.ts';

/** The public fields of an organization. `users` is null for people who don't manage it. */
export function presentOrganization(
  row: OrganizationRow,
  payment: PaymentDetails,
  users: number | null,
  amounts: UpcomingAmounts | null,
): Organization {
  return {
    id: row.id,
    name: row.name,
    setup_step: row.setupStep,
    industry: row.industry,
    industry_name: industryName(row.industry),
    website_url: row.websiteUrl,
    country: row.country,
    nicename: countryName(row.country),
    street_address: row.streetAddress,
    street_address_cont: row.streetAddressCont,
    city: row.city,
    state_prov: row.stateProv,
    state_name: stateName(row.country, row.stateProv),
    postal_code: row.postalCode,
    address: addressLine(row),
    stripe_client_secret: payment.clientSecret,
    stripe_publishable_key: payment.publishableKey,
    card: payment.card && {
      brand: payment.card.brand,
      last4: payment.card.last4,
      exp_month: payment.card.expiryMonth,
      exp_year: payment.card.expiryYear,
    },
    public_links: row.publicLinks,
    delete_date: row.deleteDate?.toISOString() ?? null,
    promised_credit: payment.promisedCredit,
    beta_flag: payment.isBeta,
    user_licenses: users === null ? null : row.userLicenses,
    users,
    upcoming_total: amounts?.upcoming_total ?? null,
    upcoming_amount_due: amounts?.upcoming_amount_due ?? null,
    current_balance: amounts?.current_balance ?? null,
    upcoming_ending_balance: amounts?.upcoming_ending_balance ?? null,
  };
}
