import { useTranslation } from 'react-i18next';
import { type Secret, updateSecretBody } from '#shared/features/secrets/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { repositoriesError } from './AddSecretForm.tsx';
import { updateSecretMutation } from './queries.ts';
import { RepositoriesField } from './RepositoriesField.tsx';
import { ValueField } from './ValueField.tsx';

interface Values extends Record<string, unknown> {
  value: string;
  repositories: string[] | null;
}

/** Replaces the value, which can't be seen, or changes the repositories. */
export function EditSecretForm({ secret, onClose }: { secret: Secret; onClose: () => void }) {
  const { t } = useTranslation('secrets');
  const update = useSend(updateSecretMutation(secret.id));
  const { form, submit, ...api } = useApiForm<Values, typeof updateSecretBody>({
    draft: `/edit-secret-${secret.id}`,
    draftWithout: ['value'],
    lasting: true,
    schema: updateSecretBody,
    initialValues: { value: '', repositories: secret.repositories },
    toBody: ({ value, repositories }) => ({ repositories, ...(value && { value }) }),
  });
  const send = submit(async (_, body) => {
    await update(body);
    toastSuccess(t('saved'));
    onClose();
  });
  return (
    <Form api={api} onSubmit={send} cancel={onClose} submit={t('save')} disabled={!form.isDirty()}>
      <ValueField
        kind={secret.kind}
        value={form.values.value}
        error={form.errors.value}
        onChange={(next) => form.setFieldValue('value', next)}
        onError={(reason) => form.setFieldError('value', reason)}
      />
      <RepositoriesField
        value={form.values.repositories}
        error={repositoriesError(form.errors)}
        onChange={(next) => form.setFieldValue('repositories', next)}
      />
    </Form>
  );
}
