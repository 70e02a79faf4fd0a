import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { forkWorkspaceMutation } from './queries.ts';

interface ForkAgainProps {
  /** The one that failed. */
  fork: Workspace;
  /** Id of its original. */
  from: string;
  /** Keeps the page from being left meanwhile. */
  stay: () => void;
}

/** Makes a fork that failed once more, as it was asked for. */
export function ForkAgain({ fork, from, stay }: ForkAgainProps) {
  const { t } = useTranslation('workspaces');
  const navigate = useNavigate();
  const again = useMutation(forkWorkspaceMutation(from));
  const { name, server_id, ssh_key_id } = fork;
  const press = () => {
    stay();
    again.mutate(
      { name, server_id, ...(ssh_key_id && { ssh_key_id }) },
      { onSuccess: ({ workspaceID }) => navigate(`/workspaces/pending/${workspaceID}`) },
    );
  };
  return (
    <Button size="xs" onClick={press} loading={again.isPending}>
      {t('fork.retry')}
    </Button>
  );
}
