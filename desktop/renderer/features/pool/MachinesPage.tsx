import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconLock, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { AddMachineModal } from './AddMachineModal.tsx';
import { MachineTable } from './MachineTable.tsx';
import { machinesQuery } from './queries.ts';

/** /machines, for internal administrators. */
export function MachinesPage() {
  const { t } = useTranslation('pool');
  const { admin_flag } = useCurrentUser();
  if (admin_flag) return <Machines />;
  return (
    <Page title={t('title')}>
      <EmptyState icon={<IconLock size={24} />} title={t('adminsOnly')} text={t('adminsOnlyText')} />
    </Page>
  );
}

function Machines() {
  const { t } = useTranslation('pool');
  const [opened, { open, close }] = useDisclosure(false);
  const machines = useQuery(machinesQuery);
  const add = (
    <Button leftSection={<IconPlus size={16} />} onClick={open} aria-haspopup="dialog" aria-keyshortcuts="N">
      {t('add.title')}
    </Button>
  );
  return (
    <Page title={t('title')} intro={t('intro')} actions={add}>
      <Loaded query={machines}>{(rows) => <MachineTable rows={rows} />}</Loaded>
      <AddMachineModal opened={opened} onClose={close} />
    </Page>
  );
}
