import { Alert, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TOKEN_SCOPES } from '#shared/features/auth/token-scopes.ts';
import { addApiTokenBody, TOKEN_DAYS } from '#shared/features/profile/contract.ts';
import { OFFERED_SCOPES } from '#shared/features/profile/oauth.ts';
import { platform } from '../../lib/platform/current-platform.ts';
import { useSend } from '../../lib/use-send.ts';
import { CodeLine } from '../../ui/CodeLine.tsx';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useCurrentUser } from '../auth/index.ts';
import { addApiTokenMutation } from './queries.ts';
import { limitsOf, TokenRightsFields } from './TokenRightsFields.tsx';

const FOR_EVER = 'never';
const USUAL_DAYS = '90';

/** Name, rights and expiry of a new token; then the token, shown once. */
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
      <Text size="sm" c="dimmed">
        {t('tokens.agent')}
      </Text>
      <CodeLine value={JSON.stringify(agentConfiguration(token))} copyLabel={t('tokens.copyAgent')} />
      <Group justify="flex-end">
        <Button onClick={onClose}>{t('tokens.kept')}</Button>
      </Group>
    </Stack>
  );
}

/** As most clients of the Model Context Protocol read it. */
function agentConfiguration(token: string) {
  const headers = { Authorization: `Bearer ${token}` };
  return { mcpServers: { slipway: { type: 'http', url: `${platform.server}/mcp`, headers } } };
}

function TokenForm({ onAdded, onClose }: { onAdded: (token: string) => void; onClose: () => void }) {
  const { t } = useTranslation('profile');
  const { organization, admin_flag: isOperator } = useCurrentUser();
  const add = useSend(addApiTokenMutation);
  const { form, submit, ...api } = useApiForm({
    draft: 'add-token',
    lasting: true,
    schema: addApiTokenBody,
    initialValues: {
      name: '',
      days: USUAL_DAYS,
      scopes: ['read'] as string[],
      reach: 'all',
      workspace_ids: [] as string[],
      at_once: '' as string | number,
      cents: '' as string | number,
      current_password: '',
    },
    toBody: ({ days, ...values }) => ({
      ...values,
      ...limitsOf(values),
      days: days === FOR_EVER ? null : Number(days),
    }),
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
      <TokenRightsFields scopes={isOperator ? TOKEN_SCOPES : OFFERED_SCOPES} form={form} />
      <Select
        {...form.getInputProps('days')}
        label={t('tokens.days')}
        data={[
          ...TOKEN_DAYS.map((days) => ({ value: String(days), label: t('tokens.after', { count: days }) })),
          { value: FOR_EVER, label: t('tokens.never') },
        ]}
        allowDeselect={false}
      />
      <PasswordField
        {...form.getInputProps('current_password')}
        label={t('password.current')}
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
    </Form>
  );
}
