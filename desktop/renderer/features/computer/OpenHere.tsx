import { Button, SimpleGrid, Switch } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { PROGRAMS } from '#shared/desktop/calls/open-local.ts';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { CodeLine } from '../../ui/CodeLine.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { KeyForThisComputer } from './KeyForThisComputer.tsx';
import { PROGRAM_ICONS } from './programs.ts';
import { useOpenHere } from './use-open-here.ts';
import { WorkspaceTunnels } from './WorkspaceTunnels.tsx';

interface OpenHereProps {
  desktop: DesktopApi;
  workspace: Pick<Workspace, 'id' | 'slug' | 'user_id' | 'ssh_key_id' | 'ssh_key_name'>;
}

/** Opens the workspace in a program on this computer; the last one used is offered first. */
export function OpenHere({ desktop, workspace }: OpenHereProps) {
  const { id, slug } = workspace;
  const { t } = useTranslation('computer');
  const { open, preferences, change } = useOpenHere(desktop, id);
  const last = preferences?.program ?? 'terminal';
  const starting = preferences?.startOnWake ?? [];
  return (
    <Panel title={t('open.title')} text={t('open.text')}>
      <FormBanner message={open.error?.message} />
      <KeyForThisComputer desktop={desktop} workspace={workspace} />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        {[last, ...PROGRAMS.filter((program) => program !== last)].map((program) => {
          const Icon = PROGRAM_ICONS[program];
          return (
            <Button
              key={program}
              variant={program === last ? 'filled' : 'default'}
              leftSection={<Icon size={16} />}
              justify="flex-start"
              loading={open.isPending && open.variables === program}
              onClick={() => open.mutate(program)}
            >
              {t(`program.${program}`)}
            </Button>
          );
        })}
      </SimpleGrid>
      <CodeLine value={`ssh slipway-${slug}`} copyLabel={t('open.copyAlias')} />
      <WorkspaceTunnels desktop={desktop} workspaceId={id} />
      <Switch
        label={t('startup.thisWorkspace')}
        description={t('startup.thisWorkspaceHelp')}
        checked={starting.includes(id)}
        disabled={!preferences}
        onChange={({ currentTarget: { checked } }) =>
          change({ startOnWake: checked ? [...starting, id] : starting.filter((each) => each !== id) })
        }
      />
    </Panel>
  );
}
