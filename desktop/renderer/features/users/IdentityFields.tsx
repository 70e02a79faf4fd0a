import { SimpleGrid, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useTranslation } from 'react-i18next';
import { checkUsername } from '#shared/features/auth/contract.ts';
import { usernameSchema } from '#shared/features/auth/model.ts';
import type { User } from '#shared/features/users/contract.ts';
import { UniqueField, useAvailability, useCurrentUser } from '../auth/index.ts';

export interface UserValues extends Record<string, unknown> {
  username: string;
  email_address: string;
  first_name: string;
  last_name: string;
  role: string;
  groups: string[];
}

interface IdentityFieldsProps {
  form: Pick<UseFormReturnType<UserValues>, 'getInputProps' | 'values'>;
  user: User;
}

/** Username and names; read-only for people who belong to other organizations too. */
export function IdentityFields({ form, user }: IdentityFieldsProps) {
  const { t } = useTranslation('users');
  const me = useCurrentUser();
  const { username } = form.values;
  const looksNew = username !== user.username && usernameSchema.safeParse(username).success;
  const availability = useAvailability(checkUsername, username, looksNew);
  const help = user.id === me.id ? 'field.identityOwn' : 'field.identityFixed';
  const fixed = { autoComplete: 'off', readOnly: !user.may.identity };
  return (
    <>
      <UniqueField
        {...form.getInputProps('username')}
        {...fixed}
        label={t('field.username')}
        help={t(user.may.identity ? 'field.usernameHelp' : help)}
        takenText={t('field.usernameTaken')}
        availability={availability}
        autoCapitalize="none"
        spellCheck={false}
        maxLength={30}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput {...form.getInputProps('first_name')} {...fixed} label={t('field.firstName')} maxLength={60} />
        <TextInput {...form.getInputProps('last_name')} {...fixed} label={t('field.lastName')} maxLength={60} />
      </SimpleGrid>
    </>
  );
}
