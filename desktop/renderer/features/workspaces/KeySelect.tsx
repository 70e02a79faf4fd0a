import { Alert, Button, Group, Select, type SelectProps, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { AddKeyModal, sshKeysQuery } from '../ssh-keys/index.ts';

interface KeySelectProps extends Omit<SelectProps, 'onChange' | 'data' | 'value' | 'description'> {
  /** Below the field, beside the way to add a key. */
  help: string;
  value?: string;
  onChange: (sshKeyId: string) => void;
  /** The keys' owner, if not the signed-in user: their keys can be chosen, but only they add one. */
  otherUser?: { id: string; name: string } | undefined;
  /** Selects the first key if none is chosen yet. */
  preselect?: boolean;
}

/** A select of a user's SSH keys, with a way to add one. */
export function KeySelect({ value = '', onChange, otherUser, preselect = false, help, ...props }: KeySelectProps) {
  const { t } = useTranslation('workspaces');
  const [adding, { open, close }] = useDisclosure(false);
  const keys = useQuery(sshKeysQuery(otherUser?.id));
  const helpId = useId();
  const first = keys.data?.[0]?.id;
  const choose = useEffectEvent(onChange);
  useEffect(() => {
    if (preselect && !value && first) choose(first);
  }, [preselect, value, first]);

  const data = keys.data?.map(({ id, name }) => ({ value: id, label: name })) ?? [];
  const addButton = !otherUser && (
    <Button variant="light" size="compact-sm" leftSection={<IconPlus size={14} />} onClick={open} flex="none">
      {t('form.addKey')}
    </Button>
  );
  return (
    <Stack gap="xs">
      <Select
        {...props}
        label={t('form.key')}
        data={data}
        value={data.some((option) => option.value === value) ? value : null}
        onChange={(id) => id && onChange(id)}
        placeholder={t('form.choose')}
        disabled={keys.isPending || data.length === 0}
        allowDeselect={false}
        aria-describedby={helpId}
      />
      <Group justify="space-between" align="flex-start" wrap="nowrap" gap="sm">
        <Text size="xs" c="dimmed" id={helpId}>
          {help}
        </Text>
        {data.length > 0 && addButton}
      </Group>
      {keys.isError && <ErrorState error={keys.error} onRetry={() => void keys.refetch()} retrying={keys.isFetching} />}
      {keys.data?.length === 0 && (
        <Alert color="yellow" p="sm">
          <Group justify="space-between" gap="sm">
            {otherUser ? t('form.noKeyOther', { name: otherUser.name }) : t('form.noKey')}
            {addButton}
          </Group>
        </Alert>
      )}
      <AddKeyModal opened={adding} onClose={close} onAdded={onChange} />
    </Stack>
  );
}
