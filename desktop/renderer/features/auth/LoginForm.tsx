import { Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import type { useLogin } from './use-login.ts';

interface LoginFormProps {
  login: ReturnType<typeof useLogin>;
  /** A success message from the page that led here. */
  notice: string | null;
}

export function LoginForm({ login, notice }: LoginFormProps) {
  const { t } = useTranslation('auth');
  const { form, ref, message, submit, submitting } = useApiForm({
    initialValues: { username: '', password: '' },
    banner: null,
  });
  return (
    <>
      <FormBanner message={message ? null : notice} kind="success" />
      <FormBanner message={message} />
      <form ref={ref} noValidate onSubmit={submit((values) => login.send(values))}>
        <Stack gap="md">
          <TextInput
            {...form.getInputProps('username')}
            label={t('field.usernameOrEmail')}
            autoComplete="username"
            autoCapitalize="none"
            spellCheck={false}
            required
            withAsterisk={false}
          />
          <Stack gap={6}>
            <PasswordField
              {...form.getInputProps('password')}
              label={t('field.password')}
              autoComplete="current-password"
              required
              withAsterisk={false}
            />
            <Group justify="flex-end">
              <Anchor component={Link} to="/forgotpassword" size="sm">
                {t('login.forgot')}
              </Anchor>
            </Group>
          </Stack>
          <Button type="submit" fullWidth loading={submitting || login.leaving}>
            {t('login.submit')}
          </Button>
        </Stack>
      </form>
    </>
  );
}
