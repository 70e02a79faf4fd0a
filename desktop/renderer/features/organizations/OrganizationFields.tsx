import { Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Option } from '#shared/api/options.ts';
import { hasStates, type OrganizationValues } from './organization-values.ts';
import { countriesQuery, industriesQuery, statesQuery } from './queries.ts';

interface OrganizationFieldsProps {
  form: Pick<UseFormReturnType<OrganizationValues>, 'getInputProps' | 'values'>;
}

/** Name and address; the state only in countries that have them here. */
export function OrganizationFields({ form }: OrganizationFieldsProps) {
  const { t, i18n } = useTranslation('wizard');
  const industries = useQuery(industriesQuery);
  const countries = useQuery(countriesQuery);
  const withState = hasStates(form.values);
  const states = useQuery({ ...statesQuery, enabled: withState });
  const select = (name: 'industry' | 'country' | 'state_prov', items: Option[] = []) => ({
    ...form.getInputProps(name),
    data: items.map(({ value, text }) => ({ value, label: text })),
    placeholder: t('organization.choose'),
    nothingFoundMessage: t('organization.nothing'),
    searchable: true,
    openOnFocus: false,
    allowDeselect: false,
    required: true,
  });
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...form.getInputProps('name')}
          label={t('organization.name')}
          autoComplete="organization"
          required
        />
        <Select
          {...select(
            'industry',
            industries.data?.items.map(({ value, text }) => ({ value, text: t(`industry.${value}`, text) })),
          )}
          label={t('organization.industry')}
        />
        <TextInput
          {...form.getInputProps('website_url')}
          label={t('organization.website')}
          type="url"
          placeholder="https://"
          autoComplete="url"
        />
        <Select
          {...select('country', countriesIn(i18n.language, countries.data?.items))}
          label={t('organization.country')}
        />
        <TextInput
          {...form.getInputProps('street_address')}
          label={t('organization.street')}
          autoComplete="address-line1"
          required
        />
        <TextInput
          {...form.getInputProps('street_address_cont')}
          label={t('organization.streetCont')}
          autoComplete="address-line2"
        />
        <TextInput
          {...form.getInputProps('city')}
          label={t('organization.city')}
          autoComplete="address-level2"
          required
        />
        {withState && (
          <Select
            {...select(
              'state_prov',
              states.data?.items.map(({ value, text }) => ({ value, text: t(`state.${value}`, text) })),
            )}
            label={t('organization.state')}
          />
        )}
        <TextInput
          {...form.getInputProps('postal_code')}
          label={t('organization.postalCode')}
          autoComplete="postal-code"
          required
        />
      </SimpleGrid>
    </Stack>
  );
}

/** The server names them in English, as invoices do; the browser knows the other languages. */
function countriesIn(language: string, items: Option[] = []): Option[] {
  if (language === 'en') return items;
  const names = new Intl.DisplayNames([language], { type: 'region' });
  return items
    .map(({ value, text }) => ({ value, text: names.of(value) ?? text }))
    .sort((a, b) => a.text.localeCompare(b.text, language));
}
