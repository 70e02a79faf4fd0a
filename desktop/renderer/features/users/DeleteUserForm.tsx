import { Button, Group, List, Paper, Select, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { RouteResponse } from '#shared/api/route.ts';
import { UNDO_HOURS } from '#shared/api/undo.ts';
import type { User, usersDropdown } from '#shared/features/users/contract.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { Marker } from '../../ui/Marker.tsx';
import { toastUndo } from '../../ui/toast-undo.tsx';
import { useMarker } from '../../ui/use-marker.ts';
import { memberName } from './member-name.ts';
import { deleteUserMutation } from './queries.ts';
import { useUndoRemoval } from './use-undo-removal.ts';

interface DeleteUserFormProps {
  user: User;
  heirs: RouteResponse<typeof usersDropdown>;
}

/** Says what happens to everything, asks once more, and goes to the list 3 s after it is done. */
export function DeleteUserForm({ user, heirs }: DeleteUserFormProps) {
  const { t } = useTranslation(['users', 'common']);
  const navigate = useNavigate();
  const [heir, setHeir] = useState(heirs.selected);
  const name = memberName(user);
  const deleted = useMarker(() => void navigate('/users'));
  const undo = useUndoRemoval();
  const remove = useMutation({
    ...deleteUserMutation(user.id),
    onSuccess: () => {
      deleted.show();
      toastUndo(t('delete.doneNamed', { name }), () => undo(user.id));
    },
  });
  const done = remove.isSuccess;
  const { shared_workspaces: shared, private_workspaces: others } = user;
  return (
    <Paper p="lg">
      <Stack gap="md">
        <FormBanner message={remove.error?.message} />
        <List spacing={6}>
          <List.Item>{t('delete.access', { name, organization: user.organization_name })}</List.Item>
          <List.Item>{shared > 0 ? t('delete.shared', { count: shared }) : t('delete.noShared')}</List.Item>
          {others > 0 && <List.Item>{t('delete.private', { count: others })}</List.Item>}
          <List.Item>{t('delete.keys')}</List.Item>
          <List.Item>{t('delete.licence')}</List.Item>
          <List.Item>{t('delete.undo', { name, count: UNDO_HOURS })}</List.Item>
        </List>
        <Select
          label={t('delete.heir')}
          description={t('delete.heirHelp')}
          data={heirs.items.map(({ value, text }) => ({ value, label: text }))}
          value={heir}
          onChange={(id) => id && setHeir(id)}
          allowDeselect={false}
          searchable
          openOnFocus={false}
          nothingFoundMessage={t('field.nothing')}
          disabled={done}
        />
        <Group justify="flex-end" gap="xs">
          <Marker shown={deleted.shown} text={t('delete.done')} />
          {!done && (
            <Button variant="default" component={Link} to={`/users/edit/${user.id}`}>
              {t('common:action.cancel')}
            </Button>
          )}
          <ConfirmPopover
            text={t('delete.confirm', { name })}
            detail={t('delete.undo', { name, count: UNDO_HOURS })}
            onConfirm={() => remove.mutate(heir)}
          >
            <Button color="red" loading={remove.isPending} disabled={done}>
              {t('delete.submit')}
            </Button>
          </ConfirmPopover>
        </Group>
      </Stack>
    </Paper>
  );
}
