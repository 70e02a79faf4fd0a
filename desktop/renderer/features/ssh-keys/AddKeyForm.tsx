import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { addSshKeyBody } from '#shared/features/ssh-keys/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { KeyHelp } from './KeyHelp.tsx';
import { KeyTextarea } from './KeyTextarea.tsx';
import { commentOf, looksPrivate } from './public-key-file.ts';
import { addSshKeyMutation } from './queries.ts';

interface AddKeyFormProps {
  onAdded: (sshKeyId: string) => void;
  onCancel: () => void;
}

/** Name and public key. A private key pasted by mistake is refused here and never leaves the browser. */
export function AddKeyForm({ onAdded, onCancel }: AddKeyFormProps) {
  const { t } = useTranslation('sshKeys');
  const add = useSend(addSshKeyMutation);
  const schema = addSshKeyBody.refine(({ public_key }) => !looksPrivate(public_key), {
    path: ['public_key'],
    message: t('form.private'),
  });
  const { form, submit, ...api } = useApiForm({
    draft: '/add-key',
    lasting: true,
    schema,
    initialValues: { name: '', public_key: '' },
  });
  const setKey = (text: string) => {
    if (looksPrivate(text)) {
      form.setFieldValue('public_key', '');
      form.setFieldError('public_key', t('form.private'));
      return;
    }
    form.setFieldValue('public_key', text);
    if (!form.getValues().name) form.setFieldValue('name', commentOf(text));
  };
  const send = async (_: unknown, body: z.input<typeof addSshKeyBody>) => {
    const { sshKeyID } = await add(body);
    onAdded(sshKeyID);
  };
  return (
    <Form api={api} onSubmit={submit(send)} cancel={onCancel} submit={t('add')}>
      <TextInput
        {...form.getInputProps('name')}
        label={t('name')}
        description={t('form.nameHelp')}
        maxLength={60}
        autoComplete="off"
        required
        data-autofocus
      />
      <KeyTextarea
        value={form.values.public_key}
        error={form.errors.public_key}
        onChange={setKey}
        onUnreadable={(reason) => form.setFieldError('public_key', reason)}
      />
      <KeyHelp />
    </Form>
  );
}
