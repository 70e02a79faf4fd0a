import { Code, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/Loaded.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { useFollowedEnd } from '../../ui/use-followed-end.ts';
import { taskLogQuery } from './queries.ts';

/** The end of what its command wrote; live while it runs. */
export function TaskLog({ id, running }: { id: string; running: boolean }) {
  const { t } = useTranslation('tasks');
  return (
    <Panel title={t('log')}>
      <Loaded query={useQuery(taskLogQuery(id, running))}>
        {(log) => (log ? <Lines text={log} /> : <Text c="dimmed">{t('logNone')}</Text>)}
      </Loaded>
    </Panel>
  );
}

function Lines({ text }: { text: string }) {
  const { t } = useTranslation('tasks');
  const box = useFollowedEnd<HTMLPreElement>(text);
  return (
    <Code
      block
      ref={box}
      tabIndex={0}
      role="log"
      aria-label={t('log')}
      mah={360}
      style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {text}
    </Code>
  );
}
