import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUserShare } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trans, useTranslation } from 'react-i18next';
import type { EditorShare } from '#shared/features/sharing/editor.ts';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import { Face } from '../../ui/Face.tsx';
import { LazyPart } from '../../ui/LazyPart.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { editorSharesQuery, endEditorShareMutation, useLiveSharing } from './queries.ts';

const loadDialog = () => import('./ShareEditorDialog.tsx').then((module) => module.ShareEditorDialog);

interface EditorSharingProps {
  workspace: Workspace;
  /** Also how to share it; else nothing is shown while nobody has it. */
  withShare?: boolean;
}

/** With whom VS Code of a workspace is shared: who of them is there, and the end of it. */
export function EditorSharing({ workspace, withShare = false }: EditorSharingProps) {
  const { t } = useTranslation('sharing');
  useLiveSharing();
  const { id, user_id: userId, ide_image_id: ide, workspace_status: status } = workspace;
  const isMine = useCurrentUser().id === userId;
  const { data: shares = [] } = useQuery(editorSharesQuery(id));
  const [opened, { open, close }] = useDisclosure(false);
  const mayShare = withShare && isMine && ide !== 'none';
  if (shares.length === 0 && !mayShare) return null;
  return (
    <Paper p="lg" component="section" aria-labelledby="shared-editor">
      <Group justify="space-between" gap="xs">
        <div>
          <Title order={2} id="shared-editor">
            {t('editor.section')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('editor.sectionHelp')}
          </Text>
        </div>
        {mayShare && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconUserShare size={14} />}
            onClick={open}
            disabled={status !== 'Active'}
            aria-haspopup="dialog"
          >
            {t('editor.open')}
          </Button>
        )}
      </Group>
      {shares.length > 0 && (
        <Stack component="ul" role="list" aria-label={t('editor.live')} gap={6} m={0} mt="sm" p={0}>
          {shares.map((share) => (
            <Share key={share.id} share={share} isMine={isMine} />
          ))}
        </Stack>
      )}
      {opened && <LazyPart load={loadDialog} props={{ workspaceId: id, onClose: close }} onFailed={close} />}
    </Paper>
  );
}

function Share({ share, isMine }: { share: EditorShare; isMine: boolean }) {
  const { t } = useTranslation('sharing');
  const { id, guest, owner, here, expire_date, may_end } = share;
  const end = useMutation(endEditorShareMutation(id));
  return (
    <Group component="li" gap="xs" justify="space-between">
      <Group gap={8} miw={0}>
        <Face size={22} name={guest.name} src={guest.profile_photo_url} />
        <Text size="sm" fw={600} truncate>
          {guest.name}
        </Text>
        <Text size="xs" c={here ? 'harbor' : 'dimmed'} role="status">
          {t(here ? 'editor.here' : 'editor.away')}
        </Text>
        {!isMine && (
          <Text size="xs" c="dimmed">
            {t('editor.by', { name: owner.name })}
          </Text>
        )}
      </Group>
      <Group gap="xs">
        {end.error && (
          <Text size="xs" c="red" role="alert">
            {end.error.message}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          <Trans t={t} i18nKey="until" components={{ time: <RelativeTime date={expire_date} /> }} />
        </Text>
        {may_end && (
          <Button
            size="xs"
            variant="default"
            loading={end.isPending}
            onClick={() => end.mutate()}
            aria-label={t('editor.endWith', { name: guest.name })}
          >
            {t('editor.end')}
          </Button>
        )}
      </Group>
    </Group>
  );
}
