import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changePasswordBody } from '#shared/features/profile/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { PasswordHelp } from '../auth/index.ts';
import { changePasswordMutation } from './queries.ts';

const schema = changePasswordBody.refine((body) => body.password === body.password_repeat, {
  path: ['password_repeat'],
  message: 'validation.password.mismatch',
});

export function PasswordPanel() {
  const { t } = useTranslation('profile');
  const change = useSend(changePasswordMutation);
  const { form, submit, ...api } = useApiForm({
    schema,
    initialValues: { current_password: '', password: '', password_repeat: '' },
    toBody: (values) => values,
  });
  return (
    <Panel title={t('password.title')} text={t('password.text')}>
      <Form
        api={api}
        onSubmit={submit(async (_, body) => {
          await change(body);
          form.reset();
          toastSuccess(t('password.changed'));
        })}
        submit={t('password.submit')}
      >
        <PasswordField
          {...form.getInputProps('current_password')}
          label={t('password.current')}
          autoComplete="current-password"
          required
        />
        <Stack gap="xs">
          <PasswordField
            {...form.getInputProps('password')}
            label={t('password.new')}
            autoComplete="new-password"
            required
          />
          <PasswordHelp password={form.values.password} />
        </Stack>
        <PasswordField
          {...form.getInputProps('password_repeat')}
          label={t('password.repeat')}
          autoComplete="new-password"
          required
        />
      </Form>
    </Panel>
  );
}
