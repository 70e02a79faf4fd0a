import { Button } from '@mantine/core';
import { IconMailOff } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useSearchParams } from 'react-router-dom';
import { acceptInvite } from '#shared/features/users/contract.ts';
import { call } from '../../lib/call.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { PRODUCT, useDocumentTitle } from '../../ui/use-document-title.ts';

/** /users/acceptinvite?invite_token=…: where the mail leads somebody who has an account already. */
export function AcceptInvitePage() {
  const { t } = useTranslation('users');
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  useDocumentTitle(`${t('accept.title')} · ${PRODUCT}`);
  const token = search.get('invite_token') ?? '';
  const { mutate, error } = useMutation({
    mutationFn: () => call(acceptInvite, { query: { invite_token: token } }),
    onSuccess: async () => {
      // Everything loaded so far belongs to the organization worked in before.
      await client.invalidateQueries();
      await navigate('/workspaces', { replace: true });
    },
  });
  // The token works once, and development mounts everything twice.
  const sent = useRef(false);
  const accept = useEffectEvent(() => {
    if (!sent.current) mutate();
    sent.current = true;
  });
  useEffect(() => {
    if (token) accept();
  }, [token]);
  if (token && !error) return <PageSkeleton />;
  return (
    <EmptyState
      icon={<IconMailOff size={24} />}
      title={t('accept.failed')}
      text={error?.message}
      action={
        <Button component={Link} to="/workspaces">
          {t('accept.toWorkspaces')}
        </Button>
      }
    />
  );
}
