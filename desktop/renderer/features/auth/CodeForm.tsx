import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import type { useLogin } from './use-login.ts';

/** The second step of a two-factor sign-in: an authenticator code or a recovery code. */
export function CodeForm({ login }: { login: ReturnType<typeof useLogin> }) {
  const { t } = useTranslation('auth');
  const [recovery, setRecovery] = useState(false);
  const { form, ref, message, setMessage, submit, submitting } = useApiForm({
    initialValues: { code: '' },
    banner: null,
  });
  const kind = recovery ? 'recovery' : 'authenticator';
  const change = () => {
    form.reset();
    setMessage(null);
    setRecovery(!recovery);
  };
  return (
    <PublicCard
      title={t('code.title')}
      intro={t(`code.${kind}.intro`)}
      footer={
        <Anchor component="button" type="button" inherit onClick={login.startAgain}>
          {t('backToLogin')}
        </Anchor>
      }
    >
      <FormBanner message={message} />
      <form ref={ref} noValidate onSubmit={submit((values) => login.sendCode(values.code))}>
        <Stack gap="md">
          <TextInput
            {...form.getInputProps('code')}
            key={kind}
            label={t(`code.${kind}.label`)}
            inputMode={recovery ? 'text' : 'numeric'}
            autoComplete={recovery ? 'off' : 'one-time-code'}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={60}
            data-autofocus
            autoFocus
            required
            withAsterisk={false}
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', letterSpacing: '0.08em' } }}
          />
          <Button type="submit" fullWidth loading={submitting || login.leaving}>
            {t('code.submit')}
          </Button>
          <Anchor component="button" type="button" size="sm" onClick={change} ta="center">
            {t(`code.${kind}.other`)}
          </Anchor>
        </Stack>
      </form>
    </PublicCard>
  );
}
