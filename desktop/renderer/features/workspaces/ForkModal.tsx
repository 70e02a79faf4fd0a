import { List, Modal, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { forkWorkspaceBody } from '#shared/features/workspaces/fork.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { KeySelect } from './KeySelect.tsx';
import { forkWorkspaceMutation } from './queries.ts';

interface ForkModalProps {
  workspace: Workspace;
  onClose: () => void;
}

/** Asks for the name of a copy, and says what it has of the original. */
export function ForkModal({ workspace: { id, name, workspace_status: status }, onClose }: ForkModalProps) {
  const { t } = useTranslation('workspaces');
  const navigate = useNavigate();
  const fork = useSend(forkWorkspaceMutation(id));
  const api = useApiForm({
    draft: `/fork-${id}`,
    lasting: true,
    schema: forkWorkspaceBody,
    initialValues: { name: '', ssh_key_id: '' },
  });
  const submit = api.submit(async (_, body) => {
    const { workspaceID } = await fork(body);
    await navigate(`/workspaces/pending/${workspaceID}`);
  });
  return (
    <Modal opened onClose={onClose} title={t('fork.title', { name })}>
      <Form
        api={api}
        onSubmit={submit}
        intro={
          <List size="sm" spacing={4}>
            <List.Item>{t('fork.copied')}</List.Item>
            <List.Item>{t('fork.notCopied')}</List.Item>
            {status === 'Active' && <List.Item>{t('fork.still', { name })}</List.Item>}
          </List>
        }
        cancel={onClose}
        submit={t('fork.submit')}
      >
        <TextInput
          {...api.form.getInputProps('name')}
          label={t('fork.name')}
          description={t('form.nameHelp')}
          maxLength={40}
          required
          data-autofocus
        />
        <KeySelect {...api.form.getInputProps('ssh_key_id')} help={t('form.keyHelp')} preselect required />
      </Form>
    </Modal>
  );
}
