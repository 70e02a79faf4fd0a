import { Anchor, Button, Checkbox, Group, Modal, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { CREDIT } from '#shared/features/billing/model.ts';
import {
  newOrganizationBody,
  newOrganizationSignup,
  switchOrganization,
} from '#shared/features/organizations/contract.ts';
import { call } from '../../lib/call.ts';
import type { DialogProps } from '../../lib/modals.ts';
import { Form } from '../../ui/Form.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { PasswordHelp } from '../auth/index.ts';
import { moneyText } from '../billing/index.ts';

/** A new organization for oneself, or for a new user. */
export function CreateOrganizationModal({ opened, onClose }: DialogProps) {
  const { t } = useTranslation('organizations');
  const [mailed, setMailed] = useState<string | null>(null);
  return (
    <Modal opened={opened} onClose={onClose} title={t('create.title')} size="md">
      {mailed === null ? (
        <CreateOrganizationForm onCancel={onClose} onMailed={setMailed} />
      ) : (
        <Stack gap="md">
          <FormBanner kind="success" message={t('create.mailed', { email: mailed })} />
          <Group justify="flex-end">
            <Button onClick={onClose}>{t('common:action.close')}</Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

interface CreateOrganizationFormProps {
  onCancel: () => void;
  /** The new user's address, which has to be confirmed first. */
  onMailed: (email: string) => void;
}

function CreateOrganizationForm({ onCancel, onMailed }: CreateOrganizationFormProps) {
  const { t, i18n } = useTranslation(['organizations', 'auth', 'common']);
  const { form, submit, ...api } = useApiForm({
    draft: '/create-organization',
    lasting: true,
    schema: newOrganizationBody,
    initialValues: {
      organization_name: '',
      new_user_flag: false,
      username: '',
      email: '',
      password: '',
      first_name: '',
      last_name: '',
    },
    toBody: ({ organization_name, new_user_flag, ...person }) => ({
      organization_name,
      new_user_flag,
      ...(new_user_flag && person),
    }),
  });
  const create = submit(async (_, body) => {
    const { organizationID } = await call(newOrganizationSignup, { body });
    if (body.new_user_flag) return onMailed(body.email);
    await call(switchOrganization, { body: { id: organizationID } });
    // A full reload, so that nothing of the previous organization stays on the page.
    window.location.assign('/wizard/step1');
  });
  const input = (name: keyof typeof form.values) => ({ ...form.getInputProps(name), maxLength: 120, required: true });
  return (
    <Form
      api={api}
      onSubmit={create}
      intro={
        <Text size="sm" c="dimmed">
          {t('create.text', { credit: moneyText(CREDIT.organizationFromExistingAccount, i18n.language) })}
        </Text>
      }
      cancel={onCancel}
      submit={t('create.submit')}
    >
      <TextInput
        {...input('organization_name')}
        label={t('auth:field.organizationName')}
        autoComplete="organization"
        data-autofocus
      />
      <Checkbox
        {...form.getInputProps('new_user_flag', { type: 'checkbox' })}
        label={t('create.newUser')}
        description={t('create.newUserHelp')}
      />
      {form.values.new_user_flag && (
        <>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
            <TextInput {...input('first_name')} label={t('auth:field.firstName')} autoComplete="off" />
            <TextInput {...input('last_name')} label={t('auth:field.lastName')} autoComplete="off" />
            <TextInput
              {...input('username')}
              label={t('auth:field.username')}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
            <TextInput {...input('email')} label={t('auth:field.email')} type="email" autoComplete="off" />
          </SimpleGrid>
          <Stack gap="xs">
            <PasswordField {...input('password')} label={t('auth:field.password')} autoComplete="new-password" />
            <PasswordHelp password={form.values.password} />
          </Stack>
        </>
      )}
      <Text size="xs" c="dimmed">
        <Trans
          t={t}
          i18nKey="create.terms"
          components={{
            terms: <Anchor component={Link} to="/terms" target="_blank" inherit underline="always" />,
            privacy: <Anchor component={Link} to="/privacy" target="_blank" inherit underline="always" />,
          }}
        />
      </Text>
    </Form>
  );
}
