import '@mantine/spotlight/styles.layer.css';
import { Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import {
  type Icon,
  IconCamera,
  IconKey,
  IconPuzzle,
  IconSearch,
  IconServer,
  IconStack2,
  IconUser,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { SEARCH_CATEGORIES, SEARCH_MIN_LENGTH, type SearchResult } from '#shared/features/search/contract.ts';
import { type Destination, matchDestinations } from './destination.ts';
import { searchQuery } from './queries.ts';

const [store, spotlight] = createSpotlight();

const ICONS: Record<SearchResult['icon'], Icon> = {
  workspace: IconStack2,
  'ssh-key': IconKey,
  person: IconUser,
  host: IconServer,
  service: IconPuzzle,
  snapshot: IconCamera,
};

/** Long enough that a word typed in one go is one call. */
const TYPING_PAUSE_MS = 150;

interface SearchPanelProps {
  opened: boolean;
  onClose: () => void;
  destinations: Destination[];
}

/** Type, arrow keys, Enter: results by category, and the pages and actions of the person's role. */
export function SearchPanel({ opened, onClose, destinations }: SearchPanelProps) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const [settled] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const search = useQuery({ ...searchQuery(settled), enabled: opened && settled.length >= SEARCH_MIN_LENGTH });
  useEffect(() => (opened ? spotlight.open() : spotlight.close()), [opened]);
  const pages = matchDestinations(destinations, typed);
  const asked = typed.length >= SEARCH_MIN_LENGTH;
  return (
    <Spotlight.Root
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      onSpotlightClose={onClose}
      scrollable
      maxHeight="min(560px, 70dvh)"
      aria-label={t('open')}
    >
      <Spotlight.Search
        placeholder={t('placeholder')}
        aria-label={t('placeholder')}
        maxLength={100}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        rightSection={search.isFetching ? <Loader size="xs" /> : null}
      />
      <Spotlight.ActionsList aria-label={t('results')}>
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label={t('pages')}>
            {pages.map(({ label, section, go, icon: PageIcon }) => (
              <Spotlight.Action
                key={`${section} ${label}`}
                label={label}
                description={section}
                leftSection={<PageIcon size={18} stroke={1.6} />}
                onClick={() => void (typeof go === 'string' ? navigate(go) : go())}
              />
            ))}
          </Spotlight.ActionsGroup>
        )}
        {asked &&
          search.data &&
          SEARCH_CATEGORIES.map((category) => (
            <Spotlight.ActionsGroup key={category} label={t(`category.${category}`)}>
              {search.data[category].map((result) => {
                const ResultIcon = ICONS[result.icon];
                return (
                  <Spotlight.Action
                    key={`${result.url} ${result.heading}`}
                    label={result.heading}
                    description={result.text}
                    leftSection={<ResultIcon size={18} stroke={1.6} />}
                    onClick={() => void navigate(result.url)}
                  />
                );
              })}
              {search.data[category].length === 0 && <Note text={t('none')} />}
            </Spotlight.ActionsGroup>
          ))}
        {!asked && <Note text={t('short')} />}
        {asked && search.isError && <Note text={t('failed')} />}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

function Note({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed" px="md" py={6}>
      {text}
    </Text>
  );
}
