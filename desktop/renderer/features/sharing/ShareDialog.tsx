import { Group, Input, Modal, SegmentedControl, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { shareTerminalBody } from '#shared/features/sharing/contract.ts';
import { SHARE_MINUTES, SHARE_MODES } from '#shared/features/sharing/model.ts';
import { useSend } from '../../lib/use-send.ts';
import { Face } from '../../ui/Face.tsx';
import { Form } from '../../ui/Form.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { shareTerminalMutation, sharingChoicesQuery } from './queries.ts';

interface ShareDialogProps {
  workspaceId: string;
  onClose: () => void;
}

/** With whom, what they may do, and for how long. */
export function ShareDialog({ workspaceId, onClose }: ShareDialogProps) {
  const { t } = useTranslation('sharing');
  return (
    <Modal opened onClose={onClose} title={t('title')}>
      <Loaded query={useQuery(sharingChoicesQuery(workspaceId))}>
        {(people) =>
          people.length > 0 ? (
            <ShareForm workspaceId={workspaceId} people={people} onClose={onClose} />
          ) : (
            <Text c="dimmed">{t('noPeople')}</Text>
          )
        }
      </Loaded>
    </Modal>
  );
}

interface Person {
  id: string;
  name: string;
  profile_photo_url: string | null;
}

function ShareForm({ workspaceId, people, onClose }: ShareDialogProps & { people: Person[] }) {
  const { t } = useTranslation('sharing');
  const [modeLabel, timeLabel] = [useId(), useId()];
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
  const pictures = new Map(people.map(({ id, profile_photo_url }) => [id, profile_photo_url]));
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
      <Select
        {...form.getInputProps('user_id')}
        label={t('with')}
        placeholder={t('withPlaceholder')}
        data={people.map(({ id, name }) => ({ value: id, label: name }))}
        renderOption={({ option }) => (
          <Group gap="xs" wrap="nowrap">
            <Face size={24} name={option.label} src={pictures.get(option.value) ?? null} />
            <span>{option.label}</span>
          </Group>
        )}
        searchable
        required
        data-autofocus
      />
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
      <Input.Wrapper label={t('time')} labelElement="div" labelProps={{ id: timeLabel }}>
        <SegmentedControl
          {...choose('minutes')}
          aria-labelledby={timeLabel}
          data={SHARE_MINUTES.map((minutes) => ({
            value: String(minutes),
            label: minutes < 60 ? t('minutes', { count: minutes }) : t('hours', { count: minutes / 60 }),
          }))}
          fullWidth
        />
      </Input.Wrapper>
    </Form>
  );
}
