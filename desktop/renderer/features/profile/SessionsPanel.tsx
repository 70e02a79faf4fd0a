import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelList } from '../../ui/PanelList.tsx';
import { toastError, toastSuccess } from '../../ui/toast.ts';
import { endOtherSessionsMutation, endSessionMutation, sessionsQuery } from './queries.ts';
import { SessionRow } from './SessionRow.tsx';

/** The person's sessions; end one, or all but this one. */
export function SessionsPanel() {
  const { t } = useTranslation('profile');
  const sessions = useQuery(sessionsQuery);
  const onError = (error: Error) => toastError(error.message);
  const end = useMutation({
    ...endSessionMutation,
    onSuccess: () => toastSuccess(t('sessions.ended')),
    onError,
  });
  const endOthers = useMutation({
    ...endOtherSessionsMutation,
    onSuccess: () => toastSuccess(t('sessions.endedOthers')),
    onError,
  });
  const several = (sessions.data?.length ?? 0) > 1;
  return (
    <Panel
      title={t('sessions.title')}
      text={t('sessions.text')}
      action={
        several && (
          <ConfirmPopover text={t('sessions.endOthersText')} onConfirm={() => endOthers.mutate()}>
            <Button variant="default" size="xs" loading={endOthers.isPending}>
              {t('sessions.endOthers')}
            </Button>
          </ConfirmPopover>
        )
      }
    >
      <PanelList query={sessions}>
        {(session) => <SessionRow key={session.id} session={session} onEnd={() => end.mutate(session.id)} />}
      </PanelList>
    </Panel>
  );
}
