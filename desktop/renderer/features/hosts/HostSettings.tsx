import { Button, Group, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { updateHostBody } from '#shared/features/hosts/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { updateHostMutation } from './queries.ts';
import { useShownHost } from './use-shown-host.ts';

/** /hosts/edit/{id}/settings: the name can be changed while the host exists. */
export function HostSettings() {
  const { t } = useTranslation('hosts');
  const host = useShownHost();
  const update = useSend(updateHostMutation(host.id));
  const api = useApiForm({
    draft: 'host-settings',
    lasting: true,
    schema: updateHostBody,
    initialValues: { name: host.name },
  });
  const submit = api.submit(async (values, body) => {
    await update(body);
    api.form.resetDirty(values);
    toastSuccess(t('edit.updated'));
  });
  return (
    <Panel title={t('edit.settings')} width="form">
      <Form api={api} onSubmit={submit}>
        <TextInput {...api.form.getInputProps('name')} label={t('form.name')} maxLength={40} required />
        <Group justify="space-between">
          <Text size="sm" c="dimmed" maw={320}>
            {host.delete_protect_flag > 0 && t('edit.protectedWhy', { count: host.delete_protect_flag })}
          </Text>
          <Button type="submit" loading={api.submitting} disabled={!api.form.isDirty()}>
            {t('edit.update')}
          </Button>
        </Group>
      </Form>
    </Panel>
  );
}
