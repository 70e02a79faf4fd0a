import { Button, Group, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';

interface GroupFilterProps {
  /** From the address; change the form's key when it changes from outside. */
  search: string;
  onChange: (changes: { search: string | null }) => void;
}

/** Submitting puts the filter into the address. */
export function GroupFilter({ search, onChange }: GroupFilterProps) {
  const { t } = useTranslation('groups');
  const [typed, setTyped] = useState(search);
  return (
    <search aria-label={t('filter.label')}>
      <Group
        component="form"
        gap="sm"
        onSubmit={(event: React.FormEvent) => {
          event.preventDefault();
          onChange({ search: typed.trim() || null });
        }}
      >
        <TextInput
          flex="1 1 200px"
          maw={360}
          name="search"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          placeholder={t('filter.search')}
          aria-label={t('filter.search')}
          leftSection={<IconSearch size={16} />}
          maxLength={100}
        />
        <Button type="submit" variant="default">
          {t('filter.submit')}
        </Button>
        {search && (
          <Button variant="subtle" color="gray" onClick={() => onChange({ search: null })}>
            {t('filter.clear')}
          </Button>
        )}
      </Group>
    </search>
  );
}
