import { Alert, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shareEditorBody } from '#shared/features/sharing/editor.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { PeopleModal } from './PeopleModal.tsx';
import { shareEditorMutation } from './queries.ts';
import { MinutesField, type Person, PersonField } from './ShareFields.tsx';

interface ShareEditorDialogProps {
  workspaceId: string;
  onClose: () => void;
}

/** With whom VS Code is shared, for how long, and what that lets them do. */
export function ShareEditorDialog({ workspaceId, onClose }: ShareEditorDialogProps) {
  const { t } = useTranslation('sharing');
  return (
    <PeopleModal workspaceId={workspaceId} title={t('editor.title')} onClose={onClose}>
      {(people) => <ShareEditorForm workspaceId={workspaceId} people={people} onClose={onClose} />}
    </PeopleModal>
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
