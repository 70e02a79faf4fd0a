import { Group, Input, SegmentedControl, Select, type SelectProps } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { SHARE_MINUTES } from '#shared/features/sharing/model.ts';
import { Face } from '../../ui/Face.tsx';

export interface Person {
  id: string;
  name: string;
  profile_photo_url: string | null;
}

/** With whom. */
export function PersonField({ people, ...input }: SelectProps & { people: Person[] }) {
  const { t } = useTranslation('sharing');
  const pictures = new Map(people.map(({ id, profile_photo_url }) => [id, profile_photo_url]));
  return (
    <Select
      {...input}
      label={t('with')}
      placeholder={t('withPlaceholder')}
      data={people.map(({ id, name }) => ({ value: id, label: name }))}
      renderOption={({ option }) => (
        <Group gap="xs" wrap="nowrap">
          <Face size={24} name={option.label} src={pictures.get(option.value) ?? null} />
          <span>{option.label}</span>
        </Group>
      )}
      searchable
      required
      data-autofocus
    />
  );
}

/** For how long. */
export function MinutesField(choice: { value: string; onChange: (value: string) => void }) {
  const { t } = useTranslation('sharing');
  const label = useId();
  return (
    <Input.Wrapper label={t('time')} labelElement="div" labelProps={{ id: label }}>
      <SegmentedControl
        {...choice}
        aria-labelledby={label}
        data={SHARE_MINUTES.map((minutes) => ({
          value: String(minutes),
          label: minutes < 60 ? t('minutes', { count: minutes }) : t('hours', { count: minutes / 60 }),
        }))}
        fullWidth
      />
    </Input.Wrapper>
  );
}
