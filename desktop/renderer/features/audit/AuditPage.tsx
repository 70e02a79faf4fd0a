import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useListState } from '../../lib/use-list-state.ts';
import { ListPage } from '../../ui/ListPage.tsx';
import { toastError } from '../../ui/toast.ts';
import { forManagers } from '../auth/index.ts';
import { AuditFilterBar } from './AuditFilterBar.tsx';
import { AuditTable } from './AuditTable.tsx';
import { downloadAudit } from './download-audit.ts';
import { AUDIT_FILTERS } from './filters.ts';
import { auditQuery } from './queries.ts';

/** /organization/audit, for owner and admin. */
export const AuditPage = forManagers('audit', 'title', AuditLog);

function AuditLog() {
  const { t } = useTranslation('audit');
  const state = useListState(AUDIT_FILTERS, 'push');
  const { page, values: filters } = state;
  const list = useQuery(auditQuery({ ...filters, page }));
  const download = useMutation({ mutationFn: downloadAudit, onError: () => toastError(t('exportFailed')) });
  return (
    <ListPage
      title={t('title')}
      intro={t('intro')}
      list={list}
      state={state}
      filters={<AuditFilterBar key={JSON.stringify(filters)} filters={filters} onChange={state.change} />}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate(filters)}
        >
          {t('export')}
        </Button>
      }
      count={(count) => t('count', { count })}
    >
      {({ rows }) => <AuditTable rows={rows} />}
    </ListPage>
  );
}
