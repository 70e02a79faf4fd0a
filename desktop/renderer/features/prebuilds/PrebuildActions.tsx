import { Button, Group } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Prebuild } from '#shared/features/prebuilds/contract.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { endPrebuildMutation, isBusy, prepareMutation } from './queries.ts';

export function PrebuildActions({ templateId, prebuild }: { templateId: string; prebuild: Prebuild }) {
  const { t } = useTranslation('prebuilds');
  const prepare = useMutation(prepareMutation(templateId));
  const end = useMutation(endPrebuildMutation(templateId));
  return (
    <Group justify="flex-end" gap="xs">
      <ConfirmPopover text={t('endConfirm')} detail={t('endDetail')} onConfirm={() => end.mutate()}>
        <Button variant="default" c="var(--mantine-color-error)" loading={end.isPending}>
          {t('end')}
        </Button>
      </ConfirmPopover>
      <Button
        variant="default"
        loading={prepare.isPending}
        disabled={isBusy(prebuild) || prebuild.unsuitable !== null}
        onClick={() => prepare.mutate()}
      >
        {t('prepare')}
      </Button>
    </Group>
  );
}
