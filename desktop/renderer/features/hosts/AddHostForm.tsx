import { Alert, Button, Group, List, Paper, Stack, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { z } from 'zod';
import { addHostBody, type serverOption } from '#shared/features/hosts/contract.ts';
import { Form } from '../../ui/Form.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { ChargePopover } from '../users/index.ts';
import { ServerTypes } from './ServerTypes.tsx';
import { useAddHost } from './use-add-host.ts';

/** Name and server type; the price is shown, to the cent, before anything is charged. */
export function AddHostForm({ options }: { options: z.output<typeof serverOption>[] }) {
  const { t } = useTranslation(['hosts', 'common']);
  const api = useApiForm({
    draft: 'add-host',
    lasting: true,
    asksFirst: true,
    firstError: true,
    schema: addHostBody,
    initialValues: { name: '', server_option_id: options[0]?.id ?? '' },
  });
  const adding = useAddHost({ onFailure: api.setMessage, onAdded: api.discard });
  const submit = api.submit(({ name, server_option_id }) => adding.ask({ name: name.trim(), server_option_id }));
  return (
    <Form api={api} onSubmit={submit}>
      <Paper p="lg">
        <Stack gap="md">
          <TextInput
            {...api.form.getInputProps('name')}
            label={t('form.name')}
            description={t('form.nameHelp')}
            maxLength={40}
            required
            data-autofocus
          />
          <ServerTypes
            options={options}
            value={api.form.values.server_option_id}
            onChange={(id) => api.form.setFieldValue('server_option_id', id)}
            error={api.form.errors.server_option_id}
          />
        </Stack>
      </Paper>
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={t('add.warningTitle')}>
        <List size="sm" spacing={4}>
          <List.Item>{t('add.warningBill')}</List.Item>
          <List.Item>{t('add.warningRemoval')}</List.Item>
          <List.Item>{t('add.warningLost')}</List.Item>
        </List>
      </Alert>
      <Group justify="flex-end">
        <Button component={Link} to="/hosts" variant="default" onClick={api.discard}>
          {t('common:confirm.cancel')}
        </Button>
        <ChargePopover charge={adding.charge} onCancel={adding.cancel} onAccept={adding.accept}>
          <Button type="submit" loading={api.submitting || adding.accepting}>
            {t('add.submit')}
          </Button>
        </ChargePopover>
      </Group>
    </Form>
  );
}
