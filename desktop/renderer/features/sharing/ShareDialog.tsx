import { Input, SegmentedControl, Text } from '@mantine/core';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { shareTerminalBody } from '#shared/features/sharing/contract.ts';
import { SHARE_MODES } from '#shared/features/sharing/model.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { PeopleModal } from './PeopleModal.tsx';
import { shareTerminalMutation } from './queries.ts';
import { MinutesField, type Person, PersonField } from './ShareFields.tsx';

interface ShareDialogProps {
  workspaceId: string;
  onClose: () => void;
}

/** With whom, what they may do, and for how long. */
export function ShareDialog({ workspaceId, onClose }: ShareDialogProps) {
  const { t } = useTranslation('sharing');
  return (
    <PeopleModal workspaceId={workspaceId} title={t('title')} onClose={onClose}>
      {(people) => <ShareForm workspaceId={workspaceId} people={people} onClose={onClose} />}
    </PeopleModal>
  );
}

function ShareForm({ workspaceId, people, onClose }: ShareDialogProps & { people: Person[] }) {
  const { t } = useTranslation('sharing');
  const modeLabel = useId();
  const share = useSend(shareTerminalMutation(workspaceId));
  const api = useApiForm({
    draft: `/share-terminal-${workspaceId}`,
    lasting: true,
    schema: shareTerminalBody,
    initialValues: { user_id: '', mode: 'view', minutes: '60' },
    toBody: (values) => ({ ...values, minutes: Number(values.minutes) }),
  });
  const { form } = api;
  const submit = api.submit(async (_, body) => {
    const { message } = await share(body);
    toastSuccess(message);
    onClose();
  });
  const choose = (name: 'mode' | 'minutes') => ({
    value: form.getValues()[name],
    onChange: (value: string) => form.setFieldValue(name, value),
  });
  return (
    <Form
      api={api}
      onSubmit={submit}
      intro={
        <Text size="sm" c="dimmed">
          {t('intro')}
        </Text>
      }
      cancel={onClose}
      submit={t('submit')}
    >
      <PersonField {...form.getInputProps('user_id')} people={people} />
      <Input.Wrapper
        label={t('mode')}
        description={form.getValues().mode === 'type' ? t('typeHelp') : undefined}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        labelElement="div"
        labelProps={{ id: modeLabel }}
      >
        <SegmentedControl
          {...choose('mode')}
          aria-labelledby={modeLabel}
          data={SHARE_MODES.map((mode) => ({ value: mode, label: t(mode) }))}
          fullWidth
        />
      </Input.Wrapper>
      <MinutesField {...choose('minutes')} />
    </Form>
  );
}
