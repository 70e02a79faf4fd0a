import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router-dom';
import type { TerminalShare } from '#shared/features/sharing/contract.ts';
import { Loaded } from '../../../ui/Loaded.tsx';
import { NotFound } from '../../../ui/NotFound.tsx';
import { RelativeTime } from '../../../ui/RelativeTime.tsx';
import { PRODUCT, useDocumentTitle } from '../../../ui/use-document-title.ts';
import { PeopleHere, sharedTerminalQuery, useLiveSharing } from '../../sharing/index.ts';
import { TerminalStatus } from './TerminalStatus.tsx';
import classes from './TerminalView.module.css';
import { useTerminal } from './use-terminal.ts';

/** /workspaces/shared-terminal/{id}: a terminal that somebody shares with the person, in the whole window. */
export function SharedTerminalPage() {
  const { t } = useTranslation('sharing');
  const { id = '' } = useParams();
  useLiveSharing();
  const notFound = (
    <NotFound title={t('notFound.title')} text={t('notFound.text')} to="/workspaces" back={t('notFound.back')} />
  );
  return (
    <Loaded query={useQuery(sharedTerminalQuery(id))} notFound={notFound}>
      {(share) => <SharedTerminal key={share.id} share={share} />}
    </Loaded>
  );
}

function SharedTerminal({ share: { id, owner, workspace, mode, expire_date } }: { share: TerminalShare }) {
  const { t } = useTranslation(['sharing', 'terminal']);
  const box = useRef<HTMLDivElement>(null);
  const { state, people, open } = useTerminal(box, { shareId: id }, t('terminal:label'));
  const title = t('pageTitle', { owner: owner.name, workspace: workspace.name });
  useDocumentTitle(`${title} · ${PRODUCT}`);
  return (
    <main className={`${classes.view} ${classes.page}`} data-mantine-color-scheme="dark">
      <header className={classes.head}>
        <Text component="h1" size="sm" fw={600} miw={0} style={{ overflowWrap: 'anywhere' }}>
          {title}
        </Text>
        <Group gap="sm">
          <Text size="xs" c="gray.5">
            <Trans t={t} i18nKey="until" components={{ time: <RelativeTime date={expire_date} /> }} />
          </Text>
          <Button component={Link} to="/workspaces" size="xs" variant="default">
            {t('leave')}
          </Button>
        </Group>
      </header>
      <div className={classes.who}>
        <PeopleHere people={people} />
        <Text size="xs" c="gray.5" role="status">
          {t(mode === 'type' ? 'mayType' : 'mayView', { owner: owner.name })}
        </Text>
      </div>
      <div className={`${classes.box} ${classes.fixed}`} ref={box} data-terminal={state} lang="en" />
      <TerminalStatus state={state} onOpen={state === 'exited' || state === 'tooMany' ? open : null} />
    </main>
  );
}
