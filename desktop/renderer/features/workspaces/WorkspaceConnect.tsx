import { Alert, Checkbox, Paper, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { sshEntry } from '#shared/features/workspaces/editor-links.ts';
import { CodeLine } from '../../ui/CodeLine.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import classes from './WorkspaceConnect.module.css';

/** The ways in over SSH: a terminal, and the person's own editor. */
export function WorkspaceConnect({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation('workspaces');
  const { ssh } = workspace;
  const [withAgent, setWithAgent] = useState(false);
  const entry = sshEntry(ssh, withAgent);
  const address = ssh.port === 22 ? ssh.host : `[${ssh.host}]:${ssh.port}`;
  const knownHosts = ssh.host_keys.map((key) => `${address} ${key}`);
  return (
    <Paper p="lg" component="section">
      <Stack gap="md">
        <div>
          <Title order={2}>{t('connect.title')}</Title>
          <Text size="sm" c="dimmed">
            {t('connect.offline')}
          </Text>
        </div>
        {workspace.ssh_key_id === null ? (
          <Alert color="yellow" p="sm">
            {t('connect.noKey')}
          </Alert>
        ) : (
          <>
            <Way title={t('connect.ssh')}>
              <CodeLine value={ssh.command} copyLabel={t('connect.copySsh')} />
            </Way>
            <Way
              title={t('connect.config')}
              help={t('connect.configHelp', { destination: `${ssh.user}@${entry.alias}` })}
            >
              <div className={classes.block}>
                {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling box must be reachable by keyboard. */}
                <pre className={classes.code} tabIndex={0}>
                  {entry.text.trimEnd()}
                </pre>
                <CopyButton value={entry.text} label={t('connect.copyConfig')} />
              </div>
              <Checkbox
                label={t('connect.agent')}
                description={t('connect.agentHelp')}
                checked={withAgent}
                onChange={(event) => setWithAgent(event.currentTarget.checked)}
                mt={4}
              />
            </Way>
            {knownHosts.length > 0 && (
              <Way title={t('connect.hostKeys')} help={t('connect.hostKeysHelp')}>
                {knownHosts.map((line) => (
                  <CodeLine key={line} value={line} copyLabel={t('connect.copyHostKey')} />
                ))}
              </Way>
            )}
          </>
        )}
      </Stack>
    </Paper>
  );
}

function Way({ title, help, children }: { title: string; help?: string; children: React.ReactNode }) {
  return (
    <Stack gap={6}>
      <div>
        <Text size="sm" fw={600}>
          {title}
        </Text>
        {help && (
          <Text size="sm" c="dimmed">
            {help}
          </Text>
        )}
      </div>
      {children}
    </Stack>
  );
}
