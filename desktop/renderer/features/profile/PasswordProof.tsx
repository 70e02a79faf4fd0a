import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { FormActions } from '../../ui/FormActions.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';

const schema = z.strictObject({ current_password: z.string().min(1, 'validation.required').max(200) });

interface PasswordProofProps {
  text: string;
  submitLabel: string;
  /** The action can't be undone. */
  danger?: boolean;
  send: (body: { current_password: string }) => Promise<unknown>;
  onCancel: () => void;
}

/** Asks for the current password before sensitive changes, in case the screen is unattended. */
export function PasswordProof({ text, submitLabel, danger = false, send, onCancel }: PasswordProofProps) {
  const { t } = useTranslation('profile');
  const { form, ref, message, submit, submitting } = useApiForm({
    schema,
    initialValues: { current_password: '' },
    banner: null,
  });
  return (
    <form ref={ref} noValidate onSubmit={submit((_, body) => send(body))}>
      <Stack gap="md">
        <Text size="sm">{text}</Text>
        <FormBanner message={message} />
        <PasswordField
          {...form.getInputProps('current_password')}
          label={t('password.current')}
          autoComplete="current-password"
          data-autofocus
          required
          withAsterisk={false}
        />
        <FormActions cancel={onCancel} submit={submitLabel} loading={submitting} {...(danger && { color: 'red' })} />
      </Stack>
    </form>
  );
}
