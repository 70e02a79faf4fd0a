import { Anchor, Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { z } from 'zod';
import { resetPassword } from '#shared/features/auth/contract.ts';
import { emailSchema } from '#shared/features/auth/model.ts';
import { call } from '../../lib/call.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';

const schema = z.strictObject({ email: emailSchema });

/** The answer is the same whether or not the address is known. */
export function ForgotPasswordPage() {
  const { t } = useTranslation('auth');
  const [sent, setSent] = useState(false);
  const { form, ref, message, submit, submitting } = useApiForm({
    schema,
    initialValues: { email: '' },
  });
  return (
    <PublicCard
      title={t('forgot.title')}
      intro={t('forgot.intro')}
      footer={
        <Anchor component={Link} to="/login" inherit>
          {t('backToLogin')}
        </Anchor>
      }
    >
      <FormBanner message={message} />
      <FormBanner message={sent && !message ? t('forgot.sent') : null} kind="success" />
      <form
        ref={ref}
        noValidate
        onSubmit={submit(async (_, body) => {
          setSent(false);
          await call(resetPassword, { body });
          setSent(true);
        })}
      >
        <Stack gap="md">
          <TextInput
            {...form.getInputProps('email')}
            label={t('field.email')}
            type="email"
            autoComplete="email"
            required
            withAsterisk={false}
          />
          <Button type="submit" fullWidth loading={submitting}>
            {t('forgot.submit')}
          </Button>
        </Stack>
      </form>
    </PublicCard>
  );
}
