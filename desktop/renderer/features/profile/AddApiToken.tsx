import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { addApiTokenBody, TOKEN_DAYS } from '#shared/features/profile/contract.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import { useSend } from '../../lib/use-send.ts';
import { CodeLine } from '../../ui/CodeLine.tsx';
import { Form } from '../../ui/Form.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useCurrentUser } from '../auth/index.ts';
import { addApiTokenMutation } from './queries.ts';

const FOR_EVER = 'never';
const USUAL_DAYS = '90';

/** Name and expiry of a new token; then the token, shown once. */
export function AddApiToken({ onClose }: { onClose: () => void }) {
  const [token, setToken] = useState<string | null>(null);
  if (token) return <NewToken token={token} onClose={onClose} />;
  return <TokenForm onAdded={setToken} onClose={onClose} />;
}

function NewToken({ token, onClose }: { token: string; onClose: () => void }) {
  const { t } = useTranslation('profile');
  return (
    <Stack gap="md">
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
        {t('tokens.once')}
      </Alert>
      <CodeLine value={token} copyLabel={t('tokens.copy')} />
      <Text size="sm" c="dimmed">
        {t('tokens.how')}
      </Text>
      <CodeLine
        value={`curl -H "X-Session-Key: ${token}" ${platform.server}/api/users/current`}
        copyLabel={t('tokens.copyExample')}
      />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('tokens.kept')}</Button>
      </Group>
    </Stack>
  );
}

function TokenForm({ onAdded, onClose }: { onAdded: (token: string) => void; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const { organization } = useCurrentUser();
  const add = useSend(addApiTokenMutation);
  const { form, submit, ...api } = useApiForm({
    schema: addApiTokenBody,
    initialValues: { name: '', days: USUAL_DAYS },
    toBody: ({ name, days }) => ({ name, days: days === FOR_EVER ? null : Number(days) }),
    banner: null,
  });
  const send = submit(async (_, body) => onAdded((await add(body)).token));
  return (
    <Form
      api={api}
      onSubmit={send}
      intro={<Text size="sm">{t('tokens.addText', { organization: organization.name })}</Text>}
      cancel={onClose}
      submit={t('tokens.submit')}
    >
      <TextInput
        {...form.getInputProps('name')}
        label={t('tokens.name')}
        description={t('tokens.nameHelp')}
        maxLength={60}
        autoComplete="off"
        data-autofocus
        required
        withAsterisk={false}
      />
      <Select
        {...form.getInputProps('days')}
        label={t('tokens.days')}
        data={[
          ...TOKEN_DAYS.map((days) => ({ value: String(days), label: t('tokens.after', { count: days }) })),
          { value: FOR_EVER, label: t('tokens.never') },
        ]}
        allowDeselect={false}
      />
    </Form>
  );
}
