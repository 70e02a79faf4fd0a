import { Alert, Anchor, Button, Group, Stack, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import { loginBody } from '#shared/features/auth/contract.ts';
import { safeRedirect } from '../../lib/paths.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { BrowserSignIn } from './BrowserSignIn.tsx';
import { useLogin } from './use-login.ts';
import { useStandingSession } from './use-standing-session.ts';

/** spec/1 §2. Someone who is signed in already is sent on, unless a page just failed to load (decisions §2.2). */
export function LoginPage() {
  const { t } = useTranslation('auth');
  const [search] = useSearchParams();
  const target = safeRedirect(search.get('redirect'));
  const login = useLogin(target);
  const standing = useStandingSession(target, !login.leaving);
  const { form, ref, message, submit, submitting } = useApiForm({
    schema: loginBody,
    initialValues: { username: '', password: '' },
    banner: null,
  });
  if (standing.signedIn && !standing.failure) return <Navigate to={target} replace />;
  const notice = search.get('message') === 'reset' ? t('login.reset') : null;
  return (
    <PublicCard
      title={t('login.title')}
      footer={
        <>
          {t('login.new')}{' '}
          <Anchor component={Link} to="/signup" inherit underline="always">
            {t('login.signup')}
          </Anchor>
        </>
      }
    >
      {standing.failure && (
        <Alert color="yellow" title={t('login.pageFailed')} role="alert">
          <Stack gap="sm" align="flex-start">
            {standing.failure.message}
            <Button size="xs" variant="default" onClick={standing.tryAgain}>
              {t('common:action.tryAgain')}
            </Button>
          </Stack>
        </Alert>
      )}
      <FormBanner message={message ? null : notice} kind="success" />
      <FormBanner message={message} />
      <form ref={ref} noValidate onSubmit={submit((_, body) => login.send(body))}>
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
      <BrowserSignIn />
    </PublicCard>
  );
}
