import { Alert, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Prebuild } from '#shared/features/prebuilds/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PrebuildActions } from './PrebuildActions.tsx';
import { PrebuildSchedule } from './PrebuildSchedule.tsx';
import { PrebuildState } from './PrebuildState.tsx';
import { PrebuildWebhook } from './PrebuildWebhook.tsx';
import { prebuildQuery } from './queries.ts';

/** Copies of a template with its repository, made ahead so that launches are quick. */
export function PrebuildPanel({ templateId }: { templateId: string }) {
  const { t } = useTranslation('prebuilds');
  const query = useQuery(prebuildQuery(templateId));
  return (
    <Panel title={t('title')} text={t('text')}>
      <Loaded query={query}>{(prebuild) => <Content templateId={templateId} prebuild={prebuild} />}</Loaded>
    </Panel>
  );
}

function Content({ templateId, prebuild }: { templateId: string; prebuild: Prebuild }) {
  if (prebuild.unsuitable && !prebuild.on) {
    return (
      <Text c="dimmed" size="sm">
        {serverText(prebuild.unsuitable)}
      </Text>
    );
  }
  return (
    <Stack gap="md">
      {prebuild.unsuitable && <Alert color="yellow">{serverText(prebuild.unsuitable)}</Alert>}
      {prebuild.on && <PrebuildState templateId={templateId} prebuild={prebuild} />}
      <PrebuildSchedule key={String(prebuild.on)} templateId={templateId} prebuild={prebuild} />
      {prebuild.on && <PrebuildWebhook templateId={templateId} prebuild={prebuild} />}
      {prebuild.on && <PrebuildActions templateId={templateId} prebuild={prebuild} />}
    </Stack>
  );
}
