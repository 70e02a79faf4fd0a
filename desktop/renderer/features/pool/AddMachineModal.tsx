import { List, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import { CodeLine } from '../../ui/CodeLine.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { joinCommandQuery } from './queries.ts';

const LABEL_COMMAND = 'docker node update --label-add slipway.pool=shared';

/** How another machine joins the pool, with the command to copy. */
export function AddMachineModal({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('pool');
  return (
    <Modal opened={opened} onClose={onClose} title={t('add.title')} size="lg">
      {opened && <Steps />}
    </Modal>
  );
}

function Steps() {
  const { t } = useTranslation('pool');
  const join = useQuery(joinCommandQuery);
  const hostName = t('add.hostName');
  return (
    <Loaded query={join}>
      {({ join_command: command }) =>
        command === null ? (
          <Stack gap="xs">
            <Text>{t('add.noSwarm')}</Text>
            <CodeLine value="docker swarm init" />
          </Stack>
        ) : (
          <List type="ordered" spacing="md" listStyleType="decimal">
            <List.Item>
              <Trans t={t} i18nKey="add.inventory" components={{ code: <code /> }} />
            </List.Item>
            <List.Item>
              {t('add.join')}
              <CodeLine value={command} copyLabel={t('add.copyJoin')} />
              <Text size="sm" c="dimmed">
                {t('add.secret')}
              </Text>
            </List.Item>
            <List.Item>
              {t('add.label')}
              <CodeLine value={`${LABEL_COMMAND} ${hostName}`} copyLabel={t('add.copyLabel')} />
            </List.Item>
          </List>
        )
      }
    </Loaded>
  );
}
