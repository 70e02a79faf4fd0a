import { NumberInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { addBetaUserBody, BETA_CREDIT } from '#shared/features/surveys/contract.ts';
import type { DialogProps } from '../../lib/modals.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { formDialog } from '../../ui/form-dialog.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { addBetaUserMutation } from './queries.ts';

export const BetaInviteModal = formDialog('surveys', 'program.invite', 'sm', BetaInviteForm);

function BetaInviteForm({ onClose }: Pick<DialogProps, 'onClose'>) {
  const { t } = useTranslation('surveys');
  const invite = useSend(addBetaUserMutation);
  const { form, submit, ...api } = useApiForm({
    draft: 'beta-invite',
    lasting: true,
    schema: addBetaUserBody,
    initialValues: { email_address: '', credit: (BETA_CREDIT.usual / 100) as number | string },
    toBody: ({ email_address, credit }) => ({ email_address, credit: Math.round(Number(credit) * 100) }),
  });
  const send = submit(async (_, body) => {
    await invite(body);
    onClose();
    toastSuccess(t('program.sent', { email: body.email_address }));
  });
  return (
    <Form api={api} onSubmit={send} cancel={onClose} submit={t('program.invite')}>
      <TextInput
        {...form.getInputProps('email_address')}
        label={t('program.email')}
        description={t('program.emailHelp')}
        type="email"
        autoComplete="off"
        maxLength={120}
        data-autofocus
        required
      />
      <NumberInput
        {...form.getInputProps('credit')}
        label={t('program.credit')}
        description={t('program.creditHelp')}
        prefix="$"
        min={0}
        max={BETA_CREDIT.max / 100}
        decimalScale={2}
        allowNegative={false}
      />
    </Form>
  );
}
