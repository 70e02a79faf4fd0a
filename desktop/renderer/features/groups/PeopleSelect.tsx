import { Group, MultiSelect, type MultiSelectProps, Pill } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Face } from '../../ui/Face.tsx';
import type { Person } from './queries.ts';

interface PeopleSelectProps extends Omit<MultiSelectProps, 'data'> {
  people: Person[];
}

/** Several people of the organization, each with their picture. */
export function PeopleSelect({ people, ...field }: PeopleSelectProps) {
  const { t } = useTranslation('groups');
  const pictures = new Map(people.map(({ value, picture }) => [value, picture]));
  const face = ({ value, label }: { value: unknown; label: string }, size: number) => (
    <Face size={size} name={label} src={pictures.get(String(value)) ?? null} />
  );
  return (
    <MultiSelect
      {...field}
      data={people.map(({ value, label }) => ({ value, label }))}
      renderOption={({ option }) => (
        <Group gap="xs" wrap="nowrap">
          {face(option, 24)}
          <span>{option.label}</span>
        </Group>
      )}
      renderPill={({ option, onRemove, disabled }) => (
        <Pill withRemoveButton={!disabled} onRemove={onRemove} disabled={disabled} removeButtonProps={{ tabIndex: -1 }}>
          <Group gap={4} wrap="nowrap">
            {face(option, 16)}
            {option.label}
          </Group>
        </Pill>
      )}
      nothingFoundMessage={t('field.nothing')}
      searchable
      hidePickedOptions
      clearable
    />
  );
}
