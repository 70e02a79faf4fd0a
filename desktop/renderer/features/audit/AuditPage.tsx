import { Button, Group, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { toastError } from '../../ui/toast.ts';
import { ForManagers } from '../auth/index.ts';
import { AuditFilterBar } from './AuditFilterBar.tsx';
import { AuditTable } from './AuditTable.tsx';
import { downloadAudit } from './download-audit.ts';
import { type AuditFilters, readFilters } from './filters.ts';
import { auditQuery } from './queries.ts';

/** /organization/audit, for owner and admin (decisions §3). */
export function AuditPage() {
  const { t } = useTranslation('audit');
  return (
    <ForManagers title={t('title')}>
      <AuditLog />
    </ForManagers>
  );
}

function AuditLog() {
  const { t } = useTranslation('audit');
  const [parameters, setParameters] = useSearchParams();
  const filters = readFilters(parameters);
  const page = Math.max(1, Math.trunc(Number(parameters.get('page'))) || 1);
  const list = useQuery(auditQuery({ ...filters, page }));
  const download = useMutation({ mutationFn: downloadAudit, onError: () => toastError(t('exportFailed')) });
  const show = (next: AuditFilters, nextPage = 1) => {
    const entries = Object.entries({ ...next, page: nextPage > 1 ? String(nextPage) : '' });
    setParameters(Object.fromEntries(entries.filter(([, value]) => value)));
  };
  return (
    <Page
      title={t('title')}
      intro={t('intro')}
      actions={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate(filters)}
        >
          {t('export')}
        </Button>
      }
    >
      <AuditFilterBar key={JSON.stringify(filters)} filters={filters} onChange={(next) => show(next)} />
      {list.isPending && <PageSkeleton />}
      {list.isError && !list.data && (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} retrying={list.isFetching} />
      )}
      {list.data && (
        <>
          <AuditTable rows={list.data.rows} />
          <Group justify="space-between">
            <Text size="sm" c="dimmed" className="tabular" role="status">
              {t('count', { count: list.data.records })}
            </Text>
            <Pager page={page} records={list.data.records} onPage={(next) => show(filters, next)} />
          </Group>
        </>
      )}
    </Page>
  );
}
