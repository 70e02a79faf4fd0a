import { Switch } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Panel } from '../../ui/Panel.tsx';
import { publicLinksMutation } from './queries.ts';

/** Whether ports of the organization's workspaces may have public links. Turning it off ends those there are. */
export function PublicLinksPanel({ allowed }: { allowed: boolean }) {
  const { t } = useTranslation('organizations');
  const change = useMutation(publicLinksMutation);
  return (
    <Panel title={t('publicLinks.title')}>
      <Switch
        label={t('publicLinks.label')}
        description={t('publicLinks.help')}
        checked={change.isPending ? change.variables.allowed : allowed}
        disabled={change.isPending}
        error={change.error?.message}
        onChange={(event) => change.mutate({ allowed: event.currentTarget.checked })}
      />
    </Panel>
  );
}
