import { Alert, Modal, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { shareEditorBody } from '#shared/features/sharing/editor.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { shareEditorMutation, sharingChoicesQuery } from './queries.ts';
import { MinutesField, type Person, PersonField } from './ShareFields.tsx';

interface ShareEditorDialogProps {
  workspaceId: string;
  onClose: () => void;
}

/** With whom VS Code is shared, for how long, and what that lets them do. */
export function ShareEditorDialog({ workspaceId, onClose }: ShareEditorDialogProps) {
  const { t } = useTranslation('sharing');
  return (
    <Modal opened onClose={onClose} title={t('editor.title')}>
      <Loaded query={useQuery(sharingChoicesQuery(workspaceId))}>
        {(people) =>
          people.length > 0 ? (
            <ShareEditorForm workspaceId={workspaceId} people={people} onClose={onClose} />
          ) : (
            <Text c="dimmed">{t('noPeople')}</Text>
          )
        }
      </Loaded>
    </Modal>
  );
}

function ShareEditorForm({ workspaceId, people, onClose }: ShareEditorDialogProps & { people: Person[] }) {
  const { t } = useTranslation('sharing');
  const share = useSend(shareEditorMutation(workspaceId));
  const api = useApiForm({
    draft: `/share-editor-${workspaceId}`,
    lasting: true,
    schema: shareEditorBody,
    initialValues: { user_id: '', minutes: '60' },
    toBody: (values) => ({ ...values, minutes: Number(values.minutes) }),
  });
  const { form } = api;
  const submit = api.submit(async (_, body) => {
    const { message } = await share(body);
    toastSuccess(message);
    onClose();
  });
  return (
    <Form
      api={api}
      onSubmit={submit}
      intro={
        <>
          <Text size="sm" c="dimmed">
            {t('editor.intro')}
          </Text>
          <Alert color="yellow" p="sm">
            {t('editor.warning')}
          </Alert>
        </>
      }
      cancel={onClose}
      submit={t('editor.submit')}
    >
      <PersonField {...form.getInputProps('user_id')} people={people} />
      <MinutesField value={form.getValues().minutes} onChange={(value) => form.setFieldValue('minutes', value)} />
    </Form>
  );
}
