import { Button, Group, Modal, Select, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { switchOrganization } from '#shared/features/organizations/contract.ts';
import { call } from '../../lib/call.ts';
import type { DialogProps } from '../../lib/modals.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { organizationListQuery } from './queries.ts';

/** Switches to another of the person's organizations. */
export function SwitchOrganizationModal({ opened, onClose }: DialogProps) {
  const { t } = useTranslation(['organizations', 'common']);
  const { organization } = useCurrentUser();
  const list = useQuery(organizationListQuery);
  const [id, setId] = useState<string | null>(null);
  const others = list.data?.potentialOrgs.filter((each) => each.id !== organization.id) ?? [];
  const chosen = id ?? others[0]?.id ?? null;
  const change = useMutation({
    mutationFn: (to: string) => call(switchOrganization, { body: { id: to } }),
    // A full reload, so that nothing of the previous organization stays on the page.
    onSuccess: () => window.location.assign('/'),
  });
  return (
    <Modal opened={opened} onClose={onClose} title={t('switch.title')} size="sm">
      {list.isPending && <Skeleton h={60} />}
      {list.isError && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && (
        <Stack gap="md">
          <FormBanner message={change.error?.message} />
          {others.length === 0 && <Text size="sm">{t('switch.none', { name: organization.name })}</Text>}
          <Select
            display={others.length === 0 ? 'none' : undefined}
            label={t('switch.label')}
            description={t('switch.help', { name: organization.name })}
            data={others.map((each) => ({
              value: each.id,
              label: t('switch.choice', { name: each.name, role: t(`role.${each.role}`) }),
            }))}
            value={chosen}
            onChange={setId}
            allowDeselect={false}
            comboboxProps={{ withinPortal: true }}
          />
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {t('common:action.cancel')}
            </Button>
            <Button
              disabled={!chosen}
              loading={change.isPending || change.isSuccess}
              onClick={() => chosen && change.mutate(chosen)}
            >
              {t('switch.submit')}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}
