import { Button, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { launchStackBody } from '#shared/features/services/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { launchStackMutation } from './queries.ts';

interface LaunchStackButtonProps {
  stackId: string;
  /** The workspace's snapshot. */
  name: string;
}

/** Launches a copy of everything in a stack snapshot, with names that begin with a chosen word. */
export function LaunchStackButton({ stackId, name }: LaunchStackButtonProps) {
  const { t } = useTranslation('snapshots');
  const [opened, { open, close }] = useDisclosure(false);
  const navigate = useNavigate();
  const launch = useSend(launchStackMutation);
  const api = useApiForm({
    draft: `/launch-stack-${stackId}`,
    lasting: true,
    schema: launchStackBody,
    initialValues: { stack_id: stackId, name: t('stack.nameDefault') },
  });
  const submit = api.submit(async (_, body) => {
    const { workspaceID } = await launch(body);
    await navigate(`/workspaces/pending/${workspaceID}`);
  });
  return (
    <>
      <Button variant="default" size="xs" onClick={open} aria-label={t('stack.launchNamed', { name })}>
        {t('stack.launch')}
      </Button>
      <Modal opened={opened} onClose={close} title={t('stack.launch')}>
        <Form
          api={api}
          onSubmit={submit}
          intro={
            <Text size="sm" c="dimmed">
              {t('stack.launchText')}
            </Text>
          }
          cancel={close}
          submit={t('stack.launch')}
        >
          <TextInput
            {...api.form.getInputProps('name')}
            label={t('stack.name')}
            description={t('stack.nameHelp')}
            maxLength={20}
            required
            data-autofocus
          />
        </Form>
      </Modal>
    </>
  );
}
