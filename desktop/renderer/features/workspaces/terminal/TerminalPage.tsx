import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import { ApiError } from '../../../lib/api-error.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageSkeleton } from '../../../ui/PageSkeleton.tsx';
import { PRODUCT, useDocumentTitle } from '../../../ui/use-document-title.ts';
import { useLiveInstance } from '../../instances/index.ts';
import { WORKSPACE } from '../kind.ts';
import { WorkspaceNotFound } from '../WorkspaceNotFound.tsx';
import { HoldControl } from './HoldControl.tsx';
import classes from './TerminalView.module.css';
import { TerminalView } from './TerminalView.tsx';

/** /workspaces/terminal/{id}: the web terminal in the whole window. */
export function TerminalPage() {
  const { t } = useTranslation('terminal');
  const { id = '' } = useParams();
  const { data: workspace, error, refetch, isFetching } = useLiveInstance(WORKSPACE, id);
  useDocumentTitle(`${workspace ? t('pageTitle', { name: workspace.name }) : t('title')} · ${PRODUCT}`);
  if (error instanceof ApiError && error.notFound) return <WorkspaceNotFound />;
  if (!workspace) {
    return error ? <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} /> : <PageSkeleton />;
  }
  const running = workspace.workspace_status === 'Active';
  return (
    <main className={`${classes.view} ${classes.page}`} data-mantine-color-scheme="dark">
      <header className={classes.head}>
        <Text component="h1" size="sm" fw={600} truncate>
          {t('pageTitle', { name: workspace.name })}
        </Text>
        <Group gap="sm" wrap="nowrap">
          {running && <HoldControl workspaceId={id} held={workspace.held} />}
          <Anchor
            component={Link}
            to={`/workspaces/edit/${id}`}
            size="sm"
            c="harbor.3"
            style={{ whiteSpace: 'nowrap' }}
          >
            {t('toWorkspace')}
          </Anchor>
        </Group>
      </header>
      <TerminalView workspaceId={id} running={running} />
    </main>
  );
}
