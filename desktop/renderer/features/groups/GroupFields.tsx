import { TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { PeopleSelect } from './PeopleSelect.tsx';
import type { Person } from './queries.ts';

export interface GroupValues extends Record<string, unknown> {
  name: string;
  admin_users: string[];
  users: string[];
}

interface GroupFieldsProps {
  form: Pick<UseFormReturnType<GroupValues>, 'getInputProps'>;
  people: Person[];
}

export function GroupFields({ form, people }: GroupFieldsProps) {
  const { t } = useTranslation('groups');
  return (
    <>
      <TextInput {...form.getInputProps('name')} label={t('field.name')} autoComplete="off" maxLength={60} required />
      <PeopleSelect
        {...form.getInputProps('admin_users')}
        people={people}
        label={t('field.admins')}
        description={t('field.adminsHelp')}
      />
      <PeopleSelect
        {...form.getInputProps('users')}
        people={people}
        label={t('field.users')}
        description={t('field.usersHelp')}
      />
    </>
  );
}
