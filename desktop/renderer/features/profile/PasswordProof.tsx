import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { Form } from '../../ui/Form.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
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
  const { form, submit, ...api } = useApiForm({
    schema,
    initialValues: { current_password: '' },
    banner: null,
  });
  return (
    <Form api={api} onSubmit={submit((_, body) => send(body))} intro={<Text size="sm">{text}</Text>}>
      <PasswordField
        {...form.getInputProps('current_password')}
        label={t('password.current')}
        autoComplete="current-password"
        data-autofocus
        required
        withAsterisk={false}
      />
      <FormActions cancel={onCancel} submit={submitLabel} loading={api.submitting} {...(danger && { color: 'red' })} />
    </Form>
  );
}
