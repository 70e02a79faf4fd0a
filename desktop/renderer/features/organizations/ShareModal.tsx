import { Modal, Stack, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addShareBody } from '#shared/features/organizations/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { FormActions } from '../../ui/FormActions.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { addShareMutation } from './queries.ts';

interface ShareModalProps {
  opened: boolean;
  onClose: () => void;
}

export function ShareModal({ opened, onClose }: ShareModalProps) {
  const { t } = useTranslation('organizations');
  return (
    <Modal opened={opened} onClose={onClose} title={t('share.action')} size="md">
      <ShareForm onDone={onClose} />
    </Modal>
  );
}

function ShareForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('organizations');
  const share = useSend(addShareMutation);
  const { form, ref, message, submitting, submit } = useApiForm({
    draft: 'share',
    schema: addShareBody,
    initialValues: { invite_name: '', invite_email: '', custom_message: '' },
  });
  const send = submit(async (_, body) => {
    await share(body);
    onDone();
    toastSuccess(t('share.sent', { email: body.invite_email }));
  });
  return (
    <form ref={ref} noValidate onSubmit={send}>
      <Stack gap="md">
        <FormBanner message={message} />
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
        <FormActions cancel={onDone} submit={t('share.submit')} loading={submitting} />
      </Stack>
    </form>
  );
}
