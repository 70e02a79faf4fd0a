import { Loader, Menu } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { organizationList, switchOrganization } from '#shared/features/organizations/contract.ts';
import { call } from '../../lib/call.ts';
import { toastError } from '../../ui/toast.ts';

interface OrganizationChoicesProps {
  /** Id of the active organization. */
  current: string;
  /** Shown beside it. */
  mark: ReactNode;
}

/** Menu items, one per organization of the person; choosing one starts over in it. */
export function OrganizationChoices({ current, mark }: OrganizationChoicesProps) {
  const { t } = useTranslation('shell');
  const list = useQuery({
    queryKey: ['organizations', 'list'],
    queryFn: ({ signal }) => call(organizationList, { signal }),
  });
  const change = useMutation({
    mutationFn: (id: string) => call(switchOrganization, { body: { id } }),
    // A fresh start: nothing of the organization left behind may stay on the page.
    onSuccess: () => window.location.assign('/'),
    onError: (error) => toastError(error.message),
  });
  if (list.isError) return <Menu.Item onClick={() => list.refetch()}>{t('common:action.tryAgain')}</Menu.Item>;
  if (!list.data) {
    return (
      <Menu.Item disabled leftSection={<Loader size="xs" />}>
        {t('common:state.loading')}
      </Menu.Item>
    );
  }
  return list.data.potentialOrgs.map(({ id, name, role }) => (
    <Menu.Item
      key={id}
      closeMenuOnClick={id === current}
      disabled={change.isPending}
      rightSection={id === current ? mark : null}
      aria-current={id === current || undefined}
      onClick={() => id !== current && change.mutate(id)}
    >
      {t('organization.choice', { name, role: t(`role.${role}`) })}
    </Menu.Item>
  ));
}
