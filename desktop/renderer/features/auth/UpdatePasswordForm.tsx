import { Button, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { updatePassword, updatePasswordBody } from '#shared/features/auth/contract.ts';
import { call } from '../../lib/call.ts';
import { startSession } from '../../lib/session.ts';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { PasswordHelp } from './PasswordHelp.tsx';

interface UpdatePasswordFormProps {
  resetToken: string;
  inviteToken: string | null;
}

const schema = updatePasswordBody.refine((body) => body.password === body.password_repeat, {
  path: ['password_repeat'],
  message: 'validation.password.mismatchEntered',
});

export function UpdatePasswordForm({ resetToken, inviteToken }: UpdatePasswordFormProps) {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const toBody = (values: { password: string; password_repeat: string }) => ({
    ...values,
    reset_token: resetToken,
    ...(inviteToken && { invite_token: inviteToken }),
  });
  const { form, submit, ...api } = useApiForm({
    schema,
    initialValues: { password: '', password_repeat: '' },
    toBody,
  });
  return (
    <Form
      api={api}
      onSubmit={submit(async (_, body) => {
        const { sessionKey } = await call(updatePassword, { body });
        if (sessionKey) await startSession(sessionKey);
        navigate(sessionKey ? '/users/welcome' : '/login?message=reset', { replace: true });
      })}
    >
      <Stack gap="xs">
        <PasswordField
          {...form.getInputProps('password')}
          label={t('field.newPassword')}
          autoComplete="new-password"
          required
          withAsterisk={false}
        />
        <PasswordHelp password={form.values.password} />
      </Stack>
      <PasswordField
        {...form.getInputProps('password_repeat')}
        label={t('field.passwordRepeat')}
        autoComplete="new-password"
        required
        withAsterisk={false}
      />
      <Button type="submit" fullWidth loading={api.submitting}>
        {t('update.submit')}
      </Button>
    </Form>
  );
}
