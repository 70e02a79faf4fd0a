import { Alert, Button, Group } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { listSshKeys } from '#shared/features/ssh-keys/contract.ts';
import { updateWorkspace, type Workspace } from '#shared/features/workspaces/contract.ts';
import { call } from '../../lib/call.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/index.ts';
import { infoQuery, KEY_CHANGE, localKeysQuery } from './queries.ts';

interface KeyForThisComputerProps {
  desktop: DesktopApi;
  workspace: Pick<Workspace, 'id' | 'user_id' | 'ssh_key_id' | 'ssh_key_name'>;
}

/**
 * Programs need a key that the workspace accepts. One click creates and uploads one, or makes the workspace accept an
 * existing one. A workspace accepts one key of its user, and any key of people who manage it.
 */
export function KeyForThisComputer({ desktop, workspace }: KeyForThisComputerProps) {
  const { t } = useTranslation('computer');
  const user = useCurrentUser();
  const { data: keys } = useQuery(localKeysQuery(desktop));
  const { data: info } = useQuery(infoQuery(desktop));
  const oneKey = workspace.user_id === user.id && user.role !== 'owner' && user.role !== 'admin';
  const uploaded = keys?.flatMap(({ sshKeyID }) => sshKeyID ?? []) ?? [];

  const letIn = (sshKeyId: string) =>
    call(updateWorkspace, { params: { workspaceID: workspace.id }, body: { ssh_key_id: sshKeyId } });
  const make = useMutation({
    mutationFn: async () => {
      const { sshKeys } = await call(listSshKeys, { query: {} });
      const taken = sshKeys.map(({ name }) => name);
      const name = freeName(info?.computer || t('key.defaultName'), taken);
      const made = await desktop.call('ssh-keys.generate', { name, type: 'ed25519', upload: true });
      if (oneKey && made.sshKeyID) await letIn(made.sshKeyID);
      return made;
    },
    onSuccess: ({ name }) => toastSuccess(t('key.made', { name })),
    meta: KEY_CHANGE,
  });
  const use = useMutation({ mutationFn: letIn, onSuccess: () => toastSuccess(t('key.used')), meta: KEY_CHANGE });

  if (!keys) return null;
  const [first] = uploaded;
  if (first === undefined) {
    return (
      <Alert color="yellow" icon={<IconKey size={18} />} title={t('key.none')}>
        {make.error?.message ?? t('key.noneText')}
        <Group gap="xs" mt="sm">
          <Button size="xs" loading={make.isPending} onClick={() => make.mutate()}>
            {t('key.make')}
          </Button>
          <Button size="xs" variant="default" component={Link} to="/sshKeys">
            {t('key.other')}
          </Button>
        </Group>
      </Alert>
    );
  }
  if (!oneKey || uploaded.includes(workspace.ssh_key_id ?? '')) return null;
  const { ssh_key_name: name } = workspace;
  return (
    <Alert color="yellow" icon={<IconKey size={18} />} title={t('key.otherKey')}>
      {use.error?.message ?? (name ? t('key.otherKeyText', { name }) : t('key.noKeyText'))}
      <Group mt="sm">
        <Button size="xs" loading={use.isPending} onClick={() => use.mutate(first)}>
          {t('key.use')}
        </Button>
      </Group>
    </Alert>
  );
}

/** `laptop`, or `laptop 2` when there is one already, … */
function freeName(wish: string, taken: string[]): string {
  let name = wish;
  for (let number = 2; taken.includes(name); number += 1) name = `${wish} ${number}`;
  return name;
}
