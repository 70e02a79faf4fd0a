import { Select, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { UNDO_HOURS } from '#shared/api/undo.ts';
import { deleteUser, type UserRow } from '#shared/features/users/contract.ts';
import { call } from '../../lib/call.ts';
import { BulkDelete } from '../../ui/BulkDelete.tsx';
import type { Bulk } from '../../ui/use-bulk.ts';
import type { Selection } from '../../ui/use-selection.ts';
import { heirsQuery } from './queries.ts';
import { useUndoRemoval } from './use-undo-removal.ts';

interface DeleteSelectedProps {
  selection: Selection<UserRow>;
  bulk: Bulk<UserRow>;
}

/** Names who goes, and asks who takes over what they had. */
export function DeleteSelected({ selection, bulk }: DeleteSelectedProps) {
  const { t } = useTranslation('users');
  const undo = useUndoRemoval();
  const [chosen, setChosen] = useState<string | null>(null);
  const { rows } = selection;
  const { data } = useQuery(heirsQuery());
  const heirs = data?.items.filter(({ value }) => rows.every(({ id }) => id !== value)) ?? [];
  const heir = heirs.find(({ value }) => value === (chosen ?? data?.selected))?.value;
  const confirm = () => {
    if (!heir) return;
    bulk.run({
      name: 'delete',
      rows,
      act: ({ id }) => call(deleteUser, { params: { userID: id }, body: { user_id: heir } }),
      said: (count) => t('bulk.deleteDone', { count }),
      undo: ({ id }) => undo(id),
    });
  };
  return (
    <BulkDelete
      bulk={bulk}
      label={t('bulk.delete', { count: rows.length })}
      text={t('bulk.deleteText', { count: rows.length, names: bulk.namesOf(rows) })}
      detail={
        <Stack gap="sm">
          {t('bulk.deleteUndo', { count: UNDO_HOURS })}
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
        </Stack>
      }
      ready={heir !== undefined}
      onConfirm={confirm}
    />
  );
}
