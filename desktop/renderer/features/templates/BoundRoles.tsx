import { Checkbox, Group, Paper } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { BOUND_ROLES, type BoundRole } from '#shared/features/templates/model.ts';
import { toastError } from '../../ui/toast.ts';
import { useCurrentUser } from '../auth/index.ts';
import { bindRolesMutation } from './queries.ts';

/** Which roles can add workspaces only from templates; each click counts at once. Admins don't decide about themselves. */
export function BoundRoles({ roles }: { roles: BoundRole[] }) {
  const { t } = useTranslation('templates');
  const bind = useMutation({ ...bindRolesMutation, onError: (error: Error) => toastError(error.message) });
  const user = useCurrentUser();
  const shown = bind.isPending ? bind.variables.roles : roles;
  return (
    <Paper p="md" component="section" aria-label={t('bound.label')}>
      <Checkbox.Group
        label={t('bound.label')}
        description={t('bound.help')}
        value={shown}
        onChange={(chosen) => bind.mutate({ roles: BOUND_ROLES.filter((role) => chosen.includes(role)) })}
      >
        <Group mt="xs" gap="md">
          {BOUND_ROLES.map((role) => (
            <Checkbox
              key={role}
              value={role}
              label={t(`bound.${role}`)}
              disabled={bind.isPending || (role === 'admin' && user.role !== 'owner')}
            />
          ))}
        </Group>
      </Checkbox.Group>
    </Paper>
  );
}
