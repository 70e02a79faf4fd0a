import { Button, Group, Paper } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { UNDO_HOURS } from '#shared/api/undo.ts';
import { type Group as GroupOfPeople, groupBody } from '#shared/features/groups/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { Form } from '../../ui/Form.tsx';
import { Marker } from '../../ui/Marker.tsx';
import { toastUndo } from '../../ui/toast-undo.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useMarker } from '../../ui/use-marker.ts';
import { GroupFields, type GroupValues } from './GroupFields.tsx';
import { deleteGroupMutation, type Person, restoreGroupMutation, updateGroupMutation } from './queries.ts';

interface EditGroupFormProps {
  group: GroupOfPeople;
  people: Person[];
  /** True once the group is being deleted here, false again if that fails. */
  onDeleting: (deleting: boolean) => void;
}

/** Shows 'Updated!' for 3 s after a change, and the list 3 s after a deletion. */
export function EditGroupForm({ group, people, onDeleting }: EditGroupFormProps) {
  const { t } = useTranslation(['groups', 'common']);
  const navigate = useNavigate();
  const update = useSend(updateGroupMutation(group.id));
  const updated = useMarker();
  const deleted = useMarker(() => void navigate('/groups'));
  const { form, setMessage, submit, ...api } = useApiForm<GroupValues, typeof groupBody>({
    draft: 'edit-group',
    lasting: true,
    schema: groupBody,
    initialValues: { name: group.name, admin_users: group.admin_users, users: group.users },
    toBody: (values) => values,
  });
  const save = submit(async (_, body) => {
    await update(body);
    form.resetDirty();
    updated.show();
  });
  const restore = useMutation(restoreGroupMutation);
  const remove = useMutation({
    ...deleteGroupMutation(group.id),
    onMutate: () => {
      setMessage(null);
      onDeleting(true);
    },
    onSuccess: () => {
      deleted.show();
      toastUndo(t('delete.undo', { name: group.name }), () => restore.mutateAsync(group.id));
    },
    onError: (error) => {
      setMessage(error.message);
      onDeleting(false);
    },
  });
  const gone = remove.isPending || remove.isSuccess;
  return (
    <Paper p="lg">
      <Form api={api} onSubmit={save}>
        <GroupFields form={form} people={people} />
        <Group justify="flex-end" gap="xs">
          <Marker shown={deleted.shown} text={t('delete.done')} />
          <Marker shown={updated.shown} text={t('edit.updated')} />
          <ConfirmPopover
            text={t('delete.confirm')}
            detail={
              <>
                {t('delete.lost', { name: group.name, count: group.users.length + group.admin_users.length })}{' '}
                {t('common:undo.kept', { name: group.name, count: UNDO_HOURS })}
              </>
            }
            onConfirm={() => remove.mutate()}
            disabled={gone}
            disablesButton
          >
            <Button variant="default" c="var(--mantine-color-error)" loading={remove.isPending}>
              {t('delete.action')}
            </Button>
          </ConfirmPopover>
          <Button type="submit" loading={api.submitting} disabled={gone || !form.isDirty()}>
            {t('edit.update')}
          </Button>
        </Group>
      </Form>
    </Paper>
  );
}
