import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cents } from '#shared/features/billing/model.ts';
import type { BetaUser } from '#shared/features/surveys/contract.ts';
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { moneyText } from '../billing/index.ts';
import { BetaAnswersModal } from './BetaAnswersModal.tsx';
import { resendBetaInviteMutation } from './queries.ts';

export function BetaUserTable({ label, rows }: { label: string; rows: BetaUser[] }) {
  const { t, i18n } = useTranslation('surveys');
  const [shown, setShown] = useState<BetaUser | null>(null);
  const columns = useMemo<DataColumn<BetaUser>[]>(
    () => [
      { id: 'email_address', header: t('program.email'), value: (row) => row.email_address ?? '–' },
      {
        id: 'invite_date',
        header: t('program.invited'),
        value: (row) => row.invite_date,
        cell: (row) => <RelativeTime date={row.invite_date} />,
      },
      {
        id: 'credit',
        header: t('program.credit'),
        value: (row) => row.credit,
        cell: (row) => (
          <span className="tabular" title={row.coupon_code ?? undefined}>
            {row.credit === null ? '–' : moneyText(cents(row.credit), i18n.language)}
          </span>
        ),
      },
      {
        id: 'user_name',
        header: t('program.status'),
        value: (row) => row.user_name,
        cell: (row) =>
          row.user_name === null ? (
            <StatusBadge status={t('program.waiting')} tone="idle" />
          ) : (
            <StatusBadge status={t('program.signedUp', { name: row.user_name })} tone="good" />
          ),
      },
      {
        id: 'actions',
        header: t('program.actions'),
        value: () => null,
        align: 'right',
        cell: (row) => (
          <Group gap={6} justify="flex-end" wrap="nowrap">
            {row.survey && (
              <Button variant="default" size="xs" onClick={() => setShown(row)} aria-haspopup="dialog">
                {t('program.answers')}
              </Button>
            )}
            {row.user_name === null && row.email_address && <Resend id={row.id} email={row.email_address} />}
          </Group>
        ),
      },
    ],
    [t, i18n.language],
  );
  return (
    <>
      <DataTable label={label} columns={columns} rows={rows} />
      <BetaAnswersModal beta={shown} onClose={() => setShown(null)} />
    </>
  );
}

function Resend({ id, email }: { id: string; email: string }) {
  const { t } = useTranslation('surveys');
  const resend = useMutation({
    ...resendBetaInviteMutation,
    onSuccess: () => toastSuccess(t('program.sent', { email })),
    onError: (error) => toastError(error.message),
  });
  return (
    <Button variant="default" size="xs" loading={resend.isPending} onClick={() => resend.mutate(id)}>
      {t('program.resend')}
    </Button>
  );
}
