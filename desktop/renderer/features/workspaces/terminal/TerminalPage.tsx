import { Anchor, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { PRODUCT, useDocumentTitle } from '../../../ui/use-document-title.ts';
import { useLiveInstance } from '../../instances/index.ts';
import { ShareButton } from '../../sharing/index.ts';
import { WORKSPACE } from '../kind.ts';
import { WorkspaceNotFound } from '../WorkspaceNotFound.tsx';
import { HoldControl } from './HoldControl.tsx';
import classes from './TerminalView.module.css';
import { TerminalView } from './TerminalView.tsx';

/** /workspaces/terminal/{id}: the web terminal in the whole window. */
export function TerminalPage() {
  const { t } = useTranslation('terminal');
  const { id = '' } = useParams();
  const query = useLiveInstance(WORKSPACE, id);
  useDocumentTitle(`${query.data ? t('pageTitle', { name: query.data.name }) : t('title')} · ${PRODUCT}`);
  return (
    <Loaded query={query} notFound={<WorkspaceNotFound />}>
      {(workspace) => <Terminal workspace={workspace} />}
    </Loaded>
  );
}

function Terminal({ workspace: { id, name, held, workspace_status } }: { workspace: Workspace }) {
  const { t } = useTranslation('terminal');
  const running = workspace_status === 'Active';
  return (
    <main className={`${classes.view} ${classes.page}`} data-mantine-color-scheme="dark">
      <header className={classes.head}>
        <Text component="h1" size="sm" fw={600} truncate>
          {t('pageTitle', { name })}
        </Text>
        <Group gap="sm">
          {running && <ShareButton workspaceId={id} />}
          {running && <HoldControl workspaceId={id} held={held} />}
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
