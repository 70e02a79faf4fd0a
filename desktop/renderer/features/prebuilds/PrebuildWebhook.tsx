import { Alert, Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Prebuild } from '#shared/features/prebuilds/contract.ts';
import { CodeLine } from '../../ui/CodeLine.tsx';
import { renewSecretMutation } from './queries.ts';

/** What the repository's provider needs: the webhook's address and secret, and the key for an ssh address. */
export function PrebuildWebhook({ templateId, prebuild }: { templateId: string; prebuild: Prebuild }) {
  const { t } = useTranslation('prebuilds');
  const renew = useMutation(renewSecretMutation(templateId));
  return (
    <Stack gap="xs">
      {prebuild.deploy_key && (
        <>
          <Text size="sm" fw={500}>
            {t('deployKey')}
          </Text>
          <CodeLine value={prebuild.deploy_key} />
        </>
      )}
      {prebuild.webhook_url && (
        <>
          <Text size="sm" fw={500}>
            {t('webhook')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('webhookHelp')}
          </Text>
          <CodeLine value={prebuild.webhook_url} />
        </>
      )}
      {renew.data && (
        <Alert color="green" title={t('secret')}>
          <CodeLine value={renew.data.secret} />
        </Alert>
      )}
      <div>
        <Button variant="default" loading={renew.isPending} onClick={() => renew.mutate()}>
          {prebuild.has_secret ? t('renewSecret') : t('makeSecret')}
        </Button>
      </div>
    </Stack>
  );
}
