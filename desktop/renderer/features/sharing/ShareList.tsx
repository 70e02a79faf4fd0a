import { Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { TerminalViewer } from '#shared/api/terminal.ts';
import type { TerminalShare } from '#shared/features/sharing/contract.ts';
import { SHARE_MODES, type ShareMode } from '#shared/features/sharing/model.ts';
import { Face } from '../../ui/Face.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { changeShareMutation, endShareMutation, mySharesQuery, useLiveSharing } from './queries.ts';

interface ShareListProps {
  workspaceId: string;
  /** Who sees the terminal now. */
  people: TerminalViewer[];
}

/** With whom the person shares this terminal: who of them is there, what they may do, and the end of it. */
export function ShareList({ workspaceId, people }: ShareListProps) {
  const { t } = useTranslation('sharing');
  useLiveSharing();
  const { data: shares = [] } = useQuery(mySharesQuery(workspaceId));
  if (shares.length === 0) return null;
  return (
    <Stack component="ul" role="list" aria-label={t('live')} gap={6} m={0} px={12} py={8} data-shares={shares.length}>
      {shares.map((share) => (
        <Share key={share.id} share={share} here={people.some(({ id }) => id === share.guest.id)} />
      ))}
    </Stack>
  );
}

function Share({ share: { id, guest, mode, expire_date }, here }: { share: TerminalShare; here: boolean }) {
  const { t } = useTranslation('sharing');
  const change = useMutation(changeShareMutation(id));
  const end = useMutation(endShareMutation(id));
  const error = change.error ?? end.error;
  return (
    <Group component="li" gap="xs" justify="space-between">
      <Group gap={8} wrap="nowrap" miw={0}>
        <Face size={22} name={guest.name} src={guest.profile_photo_url} />
        <Text size="sm" fw={600} truncate>
          {guest.name}
        </Text>
        <Text size="xs" c={here ? 'harbor.3' : 'gray.5'} style={{ whiteSpace: 'nowrap' }} role="status">
          {t(here ? 'here' : 'away')}
        </Text>
      </Group>
      <Group gap="xs">
        {error && (
          <Text size="xs" c="red.4" role="alert">
            {error.message}
          </Text>
        )}
        <Text size="xs" c="gray.5">
          <Trans t={t} i18nKey="until" components={{ time: <RelativeTime date={expire_date} /> }} />
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={t('modeOf', { name: guest.name })}
          value={change.isPending ? change.variables : mode}
          onChange={(value) => change.mutate(value as ShareMode)}
          data={SHARE_MODES.map((each) => ({ value: each, label: t(each) }))}
        />
        <Button
          size="xs"
          variant="default"
          loading={end.isPending}
          onClick={() => end.mutate()}
          aria-label={t('endWith', { name: guest.name })}
        >
          {t('end')}
        </Button>
      </Group>
    </Group>
  );
}
