import { Button, CloseButton, Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MEMBER_STATUSES, type MemberStatus } from '#shared/features/users/model.ts';
import type { useListState } from '../../lib/use-list-state.ts';

const SEARCH_DELAY_MS = 250;

interface UserFiltersProps {
  state: ReturnType<typeof useListState<'status'>>;
  status: MemberStatus | null;
}

/** Filters while one types. */
export function UserFilters({ state, status }: UserFiltersProps) {
  const { t } = useTranslation('users');
  const [typed, setTyped] = useState(state.search);
  const search = useDebouncedCallback((text: string) => state.change({ search: text.trim() }), SEARCH_DELAY_MS);
  const type = (text: string) => {
    setTyped(text);
    search(text);
  };
  const clear = () => {
    search.cancel();
    setTyped('');
    state.change({ search: null, status: null });
  };
  return (
    <Group component="search" gap="sm" aria-label={t('filters.label')}>
      <TextInput
        flex="1 1 220px"
        maw={360}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
        placeholder={t('filters.search')}
        aria-label={t('filters.search')}
        leftSection={<IconSearch size={16} />}
        maxLength={100}
        rightSection={typed && <CloseButton size="sm" onClick={() => type('')} aria-label={t('filters.clearSearch')} />}
      />
      <Select
        w={170}
        data={MEMBER_STATUSES.map((value) => ({ value, label: t(`status.${value}`) }))}
        value={status}
        onChange={(next) => state.change({ status: next })}
        placeholder={t('filters.allStatuses')}
        aria-label={t('filters.status')}
        clearable
      />
      {state.filtered && (
        <Button variant="subtle" color="gray" onClick={clear}>
          {t('filters.clear')}
        </Button>
      )}
    </Group>
  );
}
