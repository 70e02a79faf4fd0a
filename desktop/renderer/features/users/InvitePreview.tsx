import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ChargeText } from '../billing/index.ts';
import { InviteList } from './InviteList.tsx';
import type { InvitationPreview } from './use-invite-users.ts';

/** Who will be invited, who won't and why, and what it costs to the cent. */
export function InvitePreview({ preview: { people, charge, count } }: { preview: InvitationPreview }) {
  const { t } = useTranslation('users');
  return (
    <Stack gap="sm" role="status">
      <Text size="sm" fw={600}>
        {t('invite.ready', { count })}
      </Text>
      <InviteList label={t('invite.preview')} people={people} />
      {charge ? <ChargeText charge={charge} /> : count > 0 && <Text size="sm">{t('invite.free')}</Text>}
    </Stack>
  );
}
