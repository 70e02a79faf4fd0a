import { MultiSelect, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';

export interface GroupValues extends Record<string, unknown> {
  name: string;
  admin_users: string[];
  users: string[];
}

interface GroupFieldsProps {
  form: Pick<UseFormReturnType<GroupValues>, 'getInputProps'>;
  people: { value: string; label: string }[];
}

export function GroupFields({ form, people }: GroupFieldsProps) {
  const { t } = useTranslation('groups');
  const choice = {
    data: people,
    nothingFoundMessage: t('field.nothing'),
    searchable: true,
    hidePickedOptions: true,
    clearable: true,
  };
  return (
    <>
      <TextInput {...form.getInputProps('name')} label={t('field.name')} autoComplete="off" maxLength={60} required />
      <MultiSelect
        {...form.getInputProps('admin_users')}
        {...choice}
        label={t('field.admins')}
        description={t('field.adminsHelp')}
      />
      <MultiSelect
        {...form.getInputProps('users')}
        {...choice}
        label={t('field.users')}
        description={t('field.usersHelp')}
      />
    </>
  );
}
