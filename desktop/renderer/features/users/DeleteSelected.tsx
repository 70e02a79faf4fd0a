import { Button, Group, Popover, Select, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteUser, type UserRow } from '#shared/features/users/contract.ts';
import { call } from '../../lib/call.ts';
import type { useBulk } from '../../ui/use-bulk.ts';
import type { Selection } from '../../ui/use-selection.ts';
import { heirsQuery } from './queries.ts';

interface DeleteSelectedProps {
  selection: Selection<UserRow>;
  bulk: ReturnType<typeof useBulk<UserRow>>;
}

/** Names who goes, and asks who takes over what they had. */
export function DeleteSelected({ selection, bulk }: DeleteSelectedProps) {
  const { t } = useTranslation(['users', 'common']);
  const [opened, { close, toggle }] = useDisclosure(false);
  const [chosen, setChosen] = useState<string | null>(null);
  const titleId = useId();
  const { rows } = selection;
  const { data } = useQuery({ ...heirsQuery(), enabled: opened });
  const heirs = data?.items.filter(({ value }) => rows.every(({ id }) => id !== value)) ?? [];
  const heir = heirs.find(({ value }) => value === (chosen ?? data?.selected))?.value;
  const confirm = () => {
    if (!heir) return;
    close();
    bulk.run({
      name: 'delete',
      rows,
      act: ({ id }) => call(deleteUser, { params: { userID: id }, body: { user_id: heir } }),
      said: (count) => t('bulk.deleteDone', { count }),
    });
  };
  return (
    <Popover
      opened={opened}
      onChange={(open) => !open && close()}
      width={320}
      withArrow
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          c="var(--mantine-color-error)"
          leftSection={<IconTrash size={14} />}
          onClick={toggle}
          {...bulk.busy('delete')}
        >
          {t('bulk.delete', { count: rows.length })}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-labelledby={titleId}>
        <Stack gap="sm">
          <Text fw={600} id={titleId}>
            {t('common:confirm.title')}
          </Text>
          <Text size="sm" c="dimmed">
            {t('bulk.deleteText', { count: rows.length, names: bulk.namesOf(rows) })}
          </Text>
          <Select
            label={t('delete.heir')}
            description={t('delete.heirHelp')}
            data={heirs.map(({ value, text }) => ({ value, label: text }))}
            value={heir ?? null}
            onChange={setChosen}
            allowDeselect={false}
            searchable
            comboboxProps={{ withinPortal: false }}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" size="xs" onClick={close} data-autofocus>
              {t('common:confirm.cancel')}
            </Button>
            <Button color="red" size="xs" onClick={confirm} disabled={!heir}>
              {t('common:confirm.goAhead')}
            </Button>
          </Group>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
