import { Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { PortFact } from './PortFact.tsx';
import classes from './PortVisibility.module.css';
import { PortVisibility } from './PortVisibility.tsx';
import { workspacePortsQuery } from './queries.ts';

/** Any other port where a program listens, with an address of its own; it appears by itself. */
export function OtherPorts({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('ports');
  const running = workspace.workspace_status === 'Active';
  const { data } = useQuery(workspacePortsQuery(workspace.id, running));
  const ports = data?.ports ?? [];
  return (
    <Stack gap={4} mt="xs">
      <Facts>
        {ports.map(({ port, label, program, listening, address, visibility, public_until: until }) => (
          <Fact key={port} name={label ?? t('port', { port: String(port) })}>
            <div className={classes.port}>
              <Group gap={4} wrap="nowrap">
                <PortFact port={port} mode="http" address={address} />
              </Group>
              <Text size="xs" c="dimmed">
                {listening ? (program ?? t('listening')) : t('notListening')}
              </Text>
              <PortVisibility
                {...{ workspaceId: workspace.id, port, visibility, until }}
                editable={workspace.may.edit}
              />
            </div>
          </Fact>
        ))}
      </Facts>
      {running && (
        <Text size="xs" c="dimmed">
          {t('othersHelp')}
        </Text>
      )}
    </Stack>
  );
}
