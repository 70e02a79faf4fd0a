import { Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvitedPerson } from '#shared/features/users/contract.ts';
import { RowLink } from '../../ui/columns.tsx';
import { type DataColumn, DataTable } from '../../ui/DataTable.tsx';
import { memberName } from './member-name.ts';

type Row = InvitedPerson & { id: string };

interface InviteListProps {
  label: string;
  people: InvitedPerson[];
}

/** One row for each address of a list, in its order: what happens to it, or happened. */
export function InviteList({ label, people }: InviteListProps) {
  const { t } = useTranslation('users');
  const rows = useMemo(() => people.map((person, index) => ({ ...person, id: String(index) })), [people]);
  const columns = useMemo<DataColumn<Row>[]>(
    () => [
      {
        id: 'name',
        header: t('column.email'),
        value: (row) => row.email_address,
        cell: (row) =>
          row.userID ? <RowLink to={`/users/edit/${row.userID}`}>{row.email_address}</RowLink> : row.email_address,
      },
      { id: 'person', header: t('column.name'), value: (row) => memberName({ ...row, email_address: '' }) || '–' },
      {
        id: 'result',
        header: t('invite.result'),
        value: (row) => row.problem,
        cell: (row) => <Result person={row} />,
      },
    ],
    [t],
  );
  return <DataTable label={label} rows={rows} columns={columns} />;
}

function Result({ person: { problem, userID } }: { person: InvitedPerson }) {
  const { t } = useTranslation('users');
  if (problem === null) return t(userID ? 'invite.invited' : 'invite.will');
  return (
    <Text span size="sm" c="var(--mantine-color-error)">
      {t(`invite.problem.${problem}`)}
    </Text>
  );
}
