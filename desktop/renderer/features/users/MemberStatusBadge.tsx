import { useTranslation } from 'react-i18next';
import type { MemberStatus } from '#shared/features/users/model.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

export function MemberStatusBadge({ status }: { status: MemberStatus }) {
  const { t } = useTranslation('users');
  return <StatusBadge status={t(`status.${status}`)} tone={status === 'active' ? 'good' : 'warning'} />;
}
