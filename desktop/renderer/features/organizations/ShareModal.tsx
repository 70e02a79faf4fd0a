import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addShareBody } from '#shared/features/organizations/contract.ts';
import type { DialogProps } from '../../lib/modals.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { formDialog } from '../../ui/form-dialog.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { addShareMutation } from './queries.ts';

export const ShareModal = formDialog('organizations', 'share.action', 'md', ShareForm);

function ShareForm({ onClose }: Pick<DialogProps, 'onClose'>) {
  const { t } = useTranslation('organizations');
  const share = useSend(addShareMutation);
  const { form, submit, ...api } = useApiForm({
    draft: '/share',
    lasting: true,
    schema: addShareBody,
    initialValues: { invite_name: '', invite_email: '', custom_message: '' },
  });
  const send = submit(async (_, body) => {
    await share(body);
    onClose();
    toastSuccess(t('share.sent', { email: body.invite_email }));
  });
  return (
    <Form api={api} onSubmit={send} cancel={onClose} submit={t('share.submit')}>
      <TextInput
        {...form.getInputProps('invite_name')}
        label={t('share.name')}
        autoComplete="off"
        maxLength={120}
        data-autofocus
        required
      />
      <TextInput
        {...form.getInputProps('invite_email')}
        label={t('share.email')}
        type="email"
        autoComplete="off"
        maxLength={120}
        required
      />
      <Textarea
        {...form.getInputProps('custom_message')}
        label={t('share.message')}
        description={t('share.messageHelp')}
        maxLength={1000}
        autosize
        minRows={3}
        maxRows={8}
      />
    </Form>
  );
}
