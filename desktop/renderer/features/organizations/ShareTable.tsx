import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Share } from '#shared/features/organizations/contract.ts';
import { dateColumn } from '../../ui/columns.tsx';
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { resendShareMutation } from './queries.ts';

export function ShareTable({ label, rows }: { label: string; rows: Share[] }) {
  const { t } = useTranslation('organizations');
  const columns = useMemo<DataColumn<Share>[]>(
    () => [
      { id: 'invite_name', header: t('share.name'), value: (row) => row.invite_name, sortable: true },
      { id: 'invite_email', header: t('share.email'), value: (row) => row.invite_email, sortable: true },
      { id: 'user_name', header: t('share.by'), value: (row) => row.user_name, sortable: true },
      dateColumn('create_date', t('share.date'), (row) => row.create_date),
      {
        id: 'redeemed',
        header: t('share.redeemed'),
        value: (row) => Number(row.redeemed) + Number(row.signed_up),
        cell: (row) => <Progress share={row} />,
        sortable: true,
      },
      {
        id: 'actions',
        header: t('share.actions'),
        value: () => null,
        align: 'right',
        cell: (row) => (row.may_resend ? <Resend share={row} /> : null),
      },
    ],
    [t],
  );
  return <DataTable label={label} columns={columns} rows={rows} />;
}

function Progress({ share }: { share: Share }) {
  const { t } = useTranslation('organizations');
  if (share.redeemed) return <StatusBadge status={t('share.state.redeemed')} tone="good" />;
  if (share.signed_up) return <StatusBadge status={t('share.state.signedUp')} tone="warning" />;
  return <StatusBadge status={t('share.state.invited')} tone="idle" />;
}

function Resend({ share }: { share: Share }) {
  const { t } = useTranslation('organizations');
  const resend = useMutation({
    ...resendShareMutation,
    onSuccess: () => toastSuccess(t('share.resent')),
    onError: (error) => toastError(error.message),
  });
  return (
    <Button
      variant="default"
      size="xs"
      loading={resend.isPending}
      onClick={() => resend.mutate(share.id)}
      aria-label={t('share.resendNamed', { name: share.invite_name })}
    >
      {t('share.resend')}
    </Button>
  );
}
