import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { OtherPorts } from './OtherPorts.tsx';
import { PortFact } from './PortFact.tsx';
import classes from './PortVisibility.module.css';
import { PortVisibility } from './PortVisibility.tsx';

/** The addresses of the workspace's ports, and who can open them. */
export function PortsPanel({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('workspaces');
  return (
    <Panel title={t('form.ports')}>
      <Facts>
        {workspace.port_mapping.map((mapping) => (
          <Fact key={mapping.port} name={t('form.port', { port: mapping.port })}>
            <div className={classes.port}>
              <Group gap={4} wrap="nowrap">
                <PortFact {...mapping} />
              </Group>
              {mapping.mode === 'http' && (
                <PortVisibility
                  workspaceId={workspace.id}
                  port={mapping.port}
                  visibility={workspace[`port_${mapping.port}_visibility`]}
                  until={workspace[`port_${mapping.port}_public_until`]}
                  editable={workspace.may.edit}
                />
              )}
            </div>
          </Fact>
        ))}
      </Facts>
      <OtherPorts workspace={workspace} />
    </Panel>
  );
}
