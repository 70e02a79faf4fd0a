import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Account } from '#shared/desktop/calls/accounts.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toastError } from '../../ui/toast.ts';
import { useDraft } from '../../ui/use-draft.ts';
import { accountMutations, accountsQuery } from './queries.ts';

/** Servers and sign-ins: several at a time, one shown. A switch reloads the window. */
export function AccountsPanel({ desktop }: { desktop: DesktopApi }) {
  const { t } = useTranslation('computer');
  const { data } = useQuery(accountsQuery(desktop));
  const form = useForm({ initialValues: { address: '' } });
  useDraft('add-account', form, { lasting: true });
  const { address } = form.values;
  const onError = (error: Error) => toastError(error.message);
  const change = accountMutations(desktop);
  const choose = useMutation({ ...change.choose, onError });
  const remove = useMutation({ ...change.remove, onError });
  const add = useMutation(change.add);
  const send = (event: FormEvent) => {
    event.preventDefault();
    add.mutate(address);
  };
  return (
    <Panel title={t('accounts.title')} text={t('accounts.text')}>
      <Stack gap="sm" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {data?.accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            isActive={account.id === data.activeId}
            onChoose={() => choose.mutate(account.id)}
            onRemove={() => remove.mutate(account.id)}
          />
        ))}
      </Stack>
      <form onSubmit={send} noValidate>
        <Group gap="xs" align="flex-start">
          <TextInput
            flex="1 1 240px"
            label={t('accounts.address')}
            placeholder="slipway.example.com"
            {...form.getInputProps('address')}
            error={add.error?.message}
            spellCheck={false}
            autoCapitalize="none"
          />
          <Button type="submit" variant="default" mt={24} disabled={address.trim() === ''} loading={add.isPending}>
            {t('accounts.add')}
          </Button>
        </Group>
      </form>
    </Panel>
  );
}

interface AccountRowProps {
  account: Account;
  isActive: boolean;
  onChoose: () => void;
  onRemove: () => void;
}

function AccountRow({ account: { origin, label }, isActive, onChoose, onRemove }: AccountRowProps) {
  const { t } = useTranslation('computer');
  const server = new URL(origin).host;
  const name = label ?? server;
  return (
    <Group component="li" justify="space-between" gap="sm">
      <div>
        <Group gap="xs">
          <Text fw={600}>{label ?? t('accounts.signedOut')}</Text>
          {isActive && (
            <Badge variant="light" color="harbor" tt="none">
              {t('accounts.active')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {server}
        </Text>
      </div>
      <Group gap="xs">
        {!isActive && (
          <Button size="xs" variant="default" onClick={onChoose} aria-label={t('accounts.switchTo', { name })}>
            {t('accounts.switch')}
          </Button>
        )}
        <ConfirmPopover text={t('accounts.removeText')} onConfirm={onRemove}>
          <Button
            size="xs"
            variant="default"
            c="var(--mantine-color-error)"
            aria-label={t('accounts.removeNamed', { name })}
          >
            {t('accounts.remove')}
          </Button>
        </ConfirmPopover>
      </Group>
    </Group>
  );
}
