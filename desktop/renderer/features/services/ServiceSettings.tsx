import { Switch, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Service, updateServiceBody } from '#shared/features/services/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { updateServiceMutation } from './queries.ts';
import { useShownService } from './use-shown-service.ts';

/** /services/edit/{id}/settings: name and delete protection, for those who may change them. */
export function ServiceSettings() {
  const { t } = useTranslation('services');
  const service = useShownService();
  return service.may.edit ? <SettingsForm service={service} /> : <Text c="dimmed">{t('settings.none')}</Text>;
}

function SettingsForm({ service }: { service: Service }) {
  const { t } = useTranslation('services');
  const update = useSend(updateServiceMutation(service.id));
  const { name, delete_protect_flag } = service;
  const api = useApiForm({
    draft: 'service-settings',
    lasting: true,
    schema: updateServiceBody,
    initialValues: { name, delete_protect_flag },
  });
  const submit = api.submit(async (values, body) => {
    await update(body);
    api.form.resetDirty(values);
    toastSuccess(t('settings.saved'));
  });
  return (
    <Panel title={t('settings.title')} width="form">
      <Form api={api} onSubmit={submit} submit={t('settings.save')} disabled={!api.form.isDirty()}>
        <TextInput
          {...api.form.getInputProps('name')}
          label={t('form.name')}
          description={t('settings.nameHelp')}
          maxLength={40}
          required
        />
        <Switch
          {...api.form.getInputProps('delete_protect_flag', { type: 'checkbox' })}
          label={t('settings.protect')}
          description={t('settings.protectHelp')}
        />
      </Form>
    </Panel>
  );
}
