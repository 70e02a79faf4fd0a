import { useTranslation } from 'react-i18next';
import type { MemberStatus } from '#shared/features/users/model.ts';
import { StatusBadge } from '../../ui/StatusBadge.tsx';

const TONES = { active: 'good', pending: 'warning', deleted: 'bad' } as const satisfies Record<MemberStatus, string>;

export function MemberStatusBadge({ status }: { status: MemberStatus }) {
  const { t } = useTranslation('users');
  return <StatusBadge status={t(`status.${status}`)} tone={TONES[status]} />;
}
