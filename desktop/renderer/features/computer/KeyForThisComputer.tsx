import { Alert, Button, Group } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { listSshKeys } from '#shared/features/ssh-keys/contract.ts';
import { call } from '../../lib/call.ts';
import type { DesktopApi } from '../../lib/host/desktop-host.ts';
import { toastSuccess } from '../../ui/toast.ts';
import { infoQuery, localKeysKey, localKeysQuery } from './queries.ts';

/** Without a key of this computer no program gets in: one click makes and uploads one. */
export function KeyForThisComputer({ desktop }: { desktop: DesktopApi }) {
  const { t } = useTranslation('computer');
  const client = useQueryClient();
  const { data: keys } = useQuery(localKeysQuery(desktop));
  const { data: info } = useQuery(infoQuery(desktop));
  const make = useMutation({
    mutationFn: async () => {
      const { sshKeys } = await call(listSshKeys, { query: {} });
      const taken = sshKeys.map(({ name }) => name);
      const name = freeName(info?.computer || t('key.defaultName'), taken);
      return desktop.call('ssh-keys.generate', { name, type: 'ed25519', upload: true });
    },
    onSuccess: ({ name }) => toastSuccess(t('key.made', { name })),
    onSettled: () =>
      Promise.all([localKeysKey, ['ssh-keys']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  if (!keys || keys.some(({ sshKeyID }) => sshKeyID !== null)) return null;
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

/** `laptop`, or `laptop 2` when there is one already, … */
function freeName(wish: string, taken: string[]): string {
  let name = wish;
  for (let number = 2; taken.includes(name); number += 1) name = `${wish} ${number}`;
  return name;
}
