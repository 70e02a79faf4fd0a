import { Alert, Button, Code, Drawer, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Prebuild } from '#shared/features/prebuilds/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { LogText } from '../../ui/LogText.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { prebuildLogQuery } from './queries.ts';

const SHORT_COMMIT = 7;

const lines = (text: string) => text.split('\n').map(serverText).join('\n');

/** What there is, how the last preparation went, and its log. */
export function PrebuildState({ templateId, prebuild }: { templateId: string; prebuild: Prebuild }) {
  const { t } = useTranslation('prebuilds');
  const [opened, { open, close }] = useDisclosure();
  const { copy, last_run: run, next_date, waiting, waiting_reason } = prebuild;
  return (
    <>
      {run?.state === 'failed' && run.detail && (
        <Alert color="red" title={copy ? t('failedKept') : t('failed')} style={{ whiteSpace: 'pre-wrap' }}>
          {lines(run.detail)}
        </Alert>
      )}
      <Facts>
        <Fact name={t('copy')}>
          {copy ? (
            <>
              <RelativeTime date={copy.date} /> <Code>{copy.commit.slice(0, SHORT_COMMIT)}</Code>
            </>
          ) : (
            t('noCopy')
          )}
        </Fact>
        <Fact name={t('now')}>
          {run?.state === 'running' && t('running')}
          {run?.state !== 'running' &&
            (waiting ? (waiting_reason ? lines(waiting_reason) : t('waiting')) : t('resting'))}
        </Fact>
        {next_date && (
          <Fact name={t('next')}>
            <RelativeTime date={next_date} />
          </Fact>
        )}
      </Facts>
      {run && (
        <div>
          <Button variant="default" onClick={open}>
            {t('log')}
          </Button>
        </div>
      )}
      <Drawer opened={opened} onClose={close} title={t('log')} position="right" size="lg">
        {opened && <Log templateId={templateId} running={run?.state === 'running'} />}
      </Drawer>
    </>
  );
}

function Log({ templateId, running }: { templateId: string; running: boolean }) {
  const { t } = useTranslation('prebuilds');
  return (
    <Loaded query={useQuery(prebuildLogQuery(templateId, running))}>
      {(log) => (log ? <LogText text={lines(log)} label={t('log')} /> : <Text c="dimmed">{t('logNone')}</Text>)}
    </Loaded>
  );
}
