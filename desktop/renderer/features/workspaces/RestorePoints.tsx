import { Alert, Button, Group, Text } from '@mantine/core';
import { IconRestore } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Workspace } from '#shared/features/workspaces/contract.ts';
import type { RestorePoint } from '#shared/features/workspaces/restore-points.ts';
import { sizeText } from '../../lib/size-text.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { PanelList } from '../../ui/PanelList.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { exactTime } from '../../ui/time.ts';
import { useShowStart } from '../instances/index.ts';
import { WORKSPACE } from './kind.ts';
import { goBackMutation, restorePointsQuery } from './queries.ts';

/** What a workspace's files can go back to, for whoever manages it. */
export function RestorePoints({ workspace: { id, name } }: { workspace: Workspace }) {
  const { t, i18n } = useTranslation('workspaces');
  const { data } = useQuery(restorePointsQuery(id));
  const points = useQuery({ ...restorePointsQuery(id), select: ({ items }) => items });
  const showStart = useShowStart(WORKSPACE, id);
  const back = useMutation({ ...goBackMutation(id), onSuccess: showStart });
  const size = (bytes: number) => sizeText(bytes, i18n.language);
  const used = data && data.items.length > 0 && (
    <Text size="sm" c="dimmed" className="tabular">
      {t('points.used', { used: size(data.used_bytes), total: size(data.budget_bytes) })}
    </Text>
  );
  return (
    <Panel title={t('points.title')} text={t('points.text')} action={used}>
      {back.error && <Alert color="red">{back.error.message}</Alert>}
      <PanelList query={points} none={t('points.none')}>
        {(point) => (
          <PointRow
            key={point.id}
            point={point}
            name={name}
            size={size(point.size_bytes)}
            disabled={back.isPending || !data?.may_go_back}
            loading={back.isPending && back.variables === point.id}
            onGoBack={() => back.mutate(point.id)}
          />
        )}
      </PanelList>
    </Panel>
  );
}

interface PointRowProps {
  point: RestorePoint;
  /** Of the workspace. */
  name: string;
  size: string;
  disabled: boolean;
  loading: boolean;
  onGoBack: () => void;
}

function PointRow({ point, name, size, disabled, loading, onGoBack }: PointRowProps) {
  const { t, i18n } = useTranslation('workspaces');
  const time = exactTime(new Date(point.create_date), i18n.language);
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap">
      <div>
        <Text size="sm" fw={500}>
          <RelativeTime date={point.create_date} />
        </Text>
        <Text size="xs" c="dimmed">
          {t(`points.reason.${point.reason}`)} · <span className="tabular">{size}</span>
        </Text>
      </div>
      <ConfirmPopover
        title={t('points.confirm', { name, time })}
        text={t('points.confirmText')}
        confirmLabel={t('points.goBack')}
        onConfirm={onGoBack}
        disabled={disabled}
      >
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRestore size={16} />}
          aria-label={t('points.goBackTo', { time })}
          loading={loading}
        >
          {t('points.goBack')}
        </Button>
      </ConfirmPopover>
    </Group>
  );
}
