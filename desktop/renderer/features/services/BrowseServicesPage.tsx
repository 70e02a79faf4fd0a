import { Stack, Text, TextInput, Title } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CatalogueEntry } from '#shared/features/services/contract.ts';
import { CATEGORIES } from '#shared/features/services/model.ts';
import { isFirstTry } from '../../lib/is-first-try.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { forManagers } from '../auth/index.ts';
import classes from './CatalogueCard.module.css';
import { CatalogueCard } from './CatalogueCard.tsx';
import { HostNeeded } from './HostNeeded.tsx';
import { itemInOurLanguage } from './in-our-language.ts';
import { catalogueQuery, quietServersQuery } from './queries.ts';

/** /services/browse */
export const BrowseServicesPage = forManagers('services', 'browse.title', Catalogue);

function Catalogue() {
  const { t } = useTranslation('services');
  const catalogue = useQuery(catalogueQuery);
  const servers = useQuery(quietServersQuery);
  const [search, setSearch] = useState('');
  const items = catalogue.data?.map(itemInOurLanguage) ?? [];
  const found = items.filter((item) => matches(item, search.trim().toLowerCase()));
  return (
    <Page
      title={t('browse.title')}
      intro={t('browse.intro')}
      breadcrumbs={[{ label: t('title'), to: '/services' }, { label: t('browse.title') }]}
    >
      <Loaded query={catalogue}>
        {() =>
          isFirstTry(servers) ? (
            <PageSkeleton />
          ) : (
            <>
              <HostNeeded />
              <search>
                <TextInput
                  value={search}
                  onChange={(event) => setSearch(event.currentTarget.value)}
                  placeholder={t('browse.search')}
                  aria-label={t('browse.search')}
                  leftSection={<IconSearch size={16} />}
                  maw={320}
                />
              </search>
              {found.length === 0 && (
                <Text c="dimmed" role="status" py="xl">
                  {t('browse.nothing')}
                </Text>
              )}
              {CATEGORIES.map((category) => {
                const inIt = found.filter((item) => item.category === category);
                if (inIt.length === 0) return null;
                return (
                  <Stack gap="sm" component="section" key={category} aria-label={t(`category.${category}`)}>
                    <Title order={2}>{t(`category.${category}`)}</Title>
                    <ul className={classes.grid}>
                      {inIt.map((item) => (
                        <li key={item.service_id}>
                          <CatalogueCard item={item} />
                        </li>
                      ))}
                    </ul>
                  </Stack>
                );
              })}
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

function matches({ name, description, category }: CatalogueEntry, text: string): boolean {
  return `${name} ${description} ${category}`.toLowerCase().includes(text);
}
