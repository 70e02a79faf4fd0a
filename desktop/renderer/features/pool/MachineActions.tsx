import { useDisclosure } from '@mantine/hooks';
import { IconLock, IconLockOpen, IconTransfer, IconTrash } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Machine } from '#shared/features/pool/contract.ts';
import { serverText } from '../../lib/server-text.ts';
import { type MenuAction, MoreMenu } from '../../ui/MoreMenu.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { DrainModal } from './DrainModal.tsx';
import { machineActionMutation } from './queries.ts';

/** Close, open, empty and remove a machine. */
export function MachineActions({ machine }: { machine: Machine }) {
  const { t } = useTranslation('pool');
  const [opened, { open, close }] = useDisclosure(false);
  const change = useMutation({
    ...machineActionMutation(machine.id),
    onSuccess: ({ message }) => toastSuccess(serverText(message)),
    onError: (error) => toastError(error.message),
  });
  const actions: MenuAction[] = [
    machine.is_cordoned
      ? {
          label: t(machine.state === 'draining' ? 'action.callOff' : 'action.uncordon'),
          icon: IconLockOpen,
          onPress: () => change.mutate('uncordon'),
        }
      : { label: t('action.cordon'), icon: IconLock, onPress: () => change.mutate('cordon') },
  ];
  if (!machine.is_home) {
    actions.push({ label: t('action.drain'), icon: IconTransfer, onPress: open });
    actions.push({
      label: t('action.remove'),
      icon: IconTrash,
      ask: t('removeConfirm', { name: machine.name }),
      blocked: machine.workspaces_count > 0 && t('removeBlocked'),
      onPress: () => change.mutate('remove'),
    });
  }
  return (
    <>
      <MoreMenu actions={actions.map((action) => ({ ...action, loading: change.isPending }))} />
      <DrainModal machine={machine} opened={opened} onClose={close} />
    </>
  );
}
