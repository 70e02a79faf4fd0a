import { MultiSelect, type MultiSelectProps, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TOKEN_REACHES } from '#shared/features/auth/token-scopes.ts';
import { TOKEN_LIMITS } from '#shared/features/profile/contract.ts';
import { workspaceListQuery } from '../workspaces/index.ts';

const TYPING_PAUSE_MS = 250;

interface TokenReachFieldsProps {
  reach: SelectProps & { value?: string | null };
  chosen: MultiSelectProps & { value?: string[] };
}

/** Which workspaces a token reaches, and those it is limited to. */
export function TokenReachFields({ reach, chosen }: TokenReachFieldsProps) {
  const { t } = useTranslation('profile');
  return (
    <>
      <Select
        {...reach}
        label={t('tokens.reach')}
        data={TOKEN_REACHES.map((value) => ({ value, label: t(`tokens.reaches.${value}`) }))}
        allowDeselect={false}
      />
      {reach.value === 'some' && <WorkspacesSelect {...chosen} />}
    </>
  );
}

/** Some of the person's workspaces, found by name on the server. */
function WorkspacesSelect(field: MultiSelectProps) {
  const { t } = useTranslation('profile');
  const [search, setSearch] = useState('');
  const [settled] = useDebouncedValue(search, TYPING_PAUSE_MS);
  const { data } = useQuery(workspaceListQuery({ page: '1', ...(settled && { search: settled }) }));
  // A chosen one keeps its name while others are searched.
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const found = (data?.rows ?? []).map(({ id, name }) => [id, name] as const);
  const options = new Map([...names, ...found]);
  return (
    <MultiSelect
      {...field}
      label={t('tokens.chosen')}
      data={[...options].map(([value, label]) => ({ value, label }))}
      onChange={(ids) => {
        setNames(new Map(ids.map((id) => [id, options.get(id) ?? id])));
        field.onChange?.(ids);
      }}
      searchValue={search}
      onSearchChange={setSearch}
      maxValues={TOKEN_LIMITS.workspaces}
      searchable
      hidePickedOptions
    />
  );
}
