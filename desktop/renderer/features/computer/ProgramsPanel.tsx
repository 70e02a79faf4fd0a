import { Select, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PROGRAMS, type Program } from '#shared/desktop/calls/open-local.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { Panel } from '../../ui/Panel.tsx';
import { preferencesQuery, terminalsQuery, useChangePreferences } from './queries.ts';

/** The programs that open a workspace. */
export function ProgramsPanel({ desktop }: { desktop: DesktopApi }) {
  const { t } = useTranslation('computer');
  const { data: preferences } = useQuery(preferencesQuery(desktop));
  const { data: found } = useQuery(terminalsQuery(desktop));
  const { mutate: change } = useChangePreferences(desktop);
  const terminals = found?.terminals ?? [];
  const first = terminals[0]?.name;
  const automatic = { value: 'auto', label: first ? t('programs.automatic', { name: first }) : t('programs.none') };
  return (
    <Panel title={t('programs.title')} text={t('programs.text')}>
      <Select
        label={t('programs.first')}
        data={PROGRAMS.map((program) => ({ value: program, label: t(`program.${program}`) }))}
        value={preferences?.program ?? 'terminal'}
        onChange={(program) => program && change({ program: program as Program })}
        allowDeselect={false}
        disabled={!preferences}
      />
      <Select
        label={t('programs.terminal')}
        data={[automatic, ...terminals.map(({ id, name }) => ({ value: id, label: name }))]}
        value={preferences?.terminal ?? 'auto'}
        onChange={(terminal) => terminal && change({ terminal })}
        allowDeselect={false}
        disabled={!preferences}
      />
      <Switch
        label={t('programs.agent')}
        description={t('programs.agentHelp')}
        checked={preferences?.forwardAgent ?? false}
        onChange={(event) => change({ forwardAgent: event.currentTarget.checked })}
        disabled={!preferences}
      />
    </Panel>
  );
}
