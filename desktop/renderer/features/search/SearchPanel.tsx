import '@mantine/spotlight/styles.layer.css';
import { Loader, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { createSpotlight, Spotlight } from '@mantine/spotlight';
import { type Icon, IconBoxSeam, IconCamera, IconKey, IconSearch, IconServer2, IconStack2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { SEARCH_CATEGORIES, SEARCH_MIN_LENGTH, type SearchResult } from '#shared/features/search/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { Face } from '../../ui/Face.tsx';
import { type Destination, matchDestinations } from './destination.ts';
import { searchQuery } from './queries.ts';
import { useActiveOption } from './use-active-option.ts';

const [store, spotlight] = createSpotlight();

const ICONS: Record<Exclude<SearchResult['icon'], 'person'>, Icon> = {
  workspace: IconStack2,
  'ssh-key': IconKey,
  host: IconServer2,
  service: IconBoxSeam,
  snapshot: IconCamera,
};

const LIST_ID = 'search-results';

/** Long enough that a word typed in one go causes one call. */
const TYPING_PAUSE_MS = 150;

interface SearchPanelProps {
  opened: boolean;
  onClose: () => void;
  destinations: Destination[];
}

/** Type, arrow keys, Enter: results by category, and pages and actions of the person's role. */
export function SearchPanel({ opened, onClose, destinations }: SearchPanelProps) {
  const { t } = useTranslation('search');
  const navigate = useNavigate();
  const [query, setQuery] = useState('');
  const typed = query.trim();
  const [settled] = useDebouncedValue(typed, TYPING_PAUSE_MS);
  const search = useQuery({ ...searchQuery(settled), enabled: opened && settled.length >= SEARCH_MIN_LENGTH });
  const { active, setList } = useActiveOption();
  useEffect(() => {
    if (!opened) return spotlight.close();
    // Opened again at once, it is still closing, with the old text.
    setQuery('');
    spotlight.open();
  }, [opened]);
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
      attributes={{ content: { 'aria-label': t('open') } }}
    >
      <Spotlight.Search
        placeholder={t('placeholder')}
        aria-label={t('placeholder')}
        maxLength={100}
        role="combobox"
        aria-expanded
        aria-controls={LIST_ID}
        aria-activedescendant={active}
        leftSection={<IconSearch size={18} stroke={1.6} />}
        rightSection={search.isFetching ? <Loader size="xs" /> : null}
      />
      <Spotlight.ActionsList id={LIST_ID} ref={setList} role="listbox" aria-label={t('results')}>
        {pages.length > 0 && (
          <Spotlight.ActionsGroup label={t('pages')} role="group" aria-label={t('pages')}>
            {pages.map(({ label, section, go, icon: PageIcon }) => (
              <Spotlight.Action
                key={`${section} ${label}`}
                id={optionId(section, label)}
                role="option"
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
            <Spotlight.ActionsGroup
              key={category}
              label={t(`category.${category}`)}
              role="group"
              aria-label={t(`category.${category}`)}
            >
              {search.data[category].map((result) => (
                <Spotlight.Action
                  key={`${result.url} ${result.heading}`}
                  id={optionId(result.url, result.heading)}
                  role="option"
                  label={result.heading}
                  description={result.text.split(' · ').map(serverText).join(' · ')}
                  leftSection={<Mark result={result} />}
                  onClick={() => void navigate(result.url)}
                />
              ))}
              {search.data[category].length === 0 && <Note text={t('none')} />}
            </Spotlight.ActionsGroup>
          ))}
        {!asked && <Note text={t('short')} />}
        {asked && search.isError && <Note text={t('failed')} />}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}

/** One word, as `aria-activedescendant` requires. */
function optionId(...parts: (string | undefined)[]): string {
  return `search-${encodeURIComponent(parts.join(' '))}`;
}

/** A person's picture, or the icon of anything else. */
function Mark({ result }: { result: SearchResult }) {
  if (result.icon === 'person') return <Face size={24} name={result.heading} src={result.profile_photo_url ?? null} />;
  const ResultIcon = ICONS[result.icon];
  return <ResultIcon size={18} stroke={1.6} />;
}

function Note({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed" px="md" py={6} role="option" aria-disabled aria-selected={false}>
      {text}
    </Text>
  );
}
