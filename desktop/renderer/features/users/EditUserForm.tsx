import { Alert, Button, Group, Paper, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type User, updateUserBody } from '#shared/features/users/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { Marker } from '../../ui/Marker.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useMarker } from '../../ui/use-marker.ts';
import { IdentityFields, type UserValues } from './IdentityFields.tsx';
import { updateUserMutation } from './queries.ts';
import { RoleAndGroups } from './RoleAndGroups.tsx';

/** `user.may` says what can be changed; the rest is read-only. */
export function EditUserForm({ user }: { user: User }) {
  const { t } = useTranslation('users');
  const update = useSend(updateUserMutation(user.id));
  const saved = useMarker();
  const { may } = user;
  const { form, submit, ...api } = useApiForm<UserValues, typeof updateUserBody>({
    draft: 'edit-user',
    lasting: true,
    schema: updateUserBody,
    initialValues: {
      username: user.username,
      email_address: user.email_address,
      first_name: user.first_name,
      last_name: user.last_name,
      role: user.role,
      groups: user.groups.map(({ id }) => id),
    },
    toBody: ({ username, first_name, last_name, email_address, role, groups }) => ({
      ...(may.identity && { username, first_name, last_name }),
      ...(may.email && { email_address }),
      ...(may.role && { role }),
      ...(may.groups && { groups }),
      dry_run: true,
    }),
  });
  const save = submit(async (_, body) => {
    const answer = await update(body);
    form.setFieldValue('username', answer.username);
    form.resetDirty();
    saved.show();
  });
  return (
    <Paper p="lg" component="section" aria-label={t('edit.form')}>
      <Form api={api} onSubmit={save}>
        {user.username === '' ? (
          <Alert color="yellow">{t('edit.withheld')}</Alert>
        ) : (
          <IdentityFields form={form} user={user} />
        )}
        <TextInput
          {...form.getInputProps('email_address')}
          label={t('field.email')}
          description={t(may.email ? 'field.emailHelp' : 'field.emailFixed')}
          type="email"
          autoComplete="off"
          maxLength={120}
          readOnly={!may.email}
        />
        {may.groups ? (
          <RoleAndGroups
            role={{ ...form.getInputProps('role'), disabled: !may.role }}
            roleHelp={t(may.role ? `roleHelp.${form.values.role}` : 'field.ownRole')}
            groups={form.getInputProps('groups')}
          />
        ) : (
          <FixedRoleAndGroups user={user} />
        )}
        <Group justify="flex-end">
          <Marker shown={saved.shown} text={t('edit.saved')} />
          <Button type="submit" loading={api.submitting} disabled={!may.edit || !form.isDirty()}>
            {t('edit.save')}
          </Button>
        </Group>
      </Form>
    </Paper>
  );
}

/** Read-only for the owner's role, and for lead and user, who see their own. */
function FixedRoleAndGroups({ user }: { user: User }) {
  const { t } = useTranslation('users');
  return (
    <>
      {user.role === 'owner' ? (
        <Text size="sm" c="dimmed">
          {t('edit.owner')}
        </Text>
      ) : (
        <TextInput label={t('field.role')} value={t(`role.${user.role}`)} readOnly />
      )}
      <TextInput
        label={t('field.groups')}
        value={user.groups.map(({ group_name }) => group_name).join(', ') || t('field.noGroups')}
        readOnly
      />
    </>
  );
}
