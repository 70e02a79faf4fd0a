import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Loaded } from '../../ui/Loaded.tsx';
import { LogText } from '../../ui/LogText.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { taskLogQuery } from './queries.ts';

/** The end of what its command wrote; live while it runs. */
export function TaskLog({ id, running }: { id: string; running: boolean }) {
  const { t } = useTranslation('tasks');
  return (
    <Panel title={t('log')}>
      <Loaded query={useQuery(taskLogQuery(id, running))}>
        {(log) => (log ? <LogText text={log} label={t('log')} mah={360} /> : <Text c="dimmed">{t('logNone')}</Text>)}
      </Loaded>
    </Panel>
  );
}
