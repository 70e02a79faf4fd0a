import { Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconKey, IconPlus, IconRoute, IconUserPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import { isFirstTry } from '../../lib/is-first-try.ts';
import { RowLink } from '../../ui/columns.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RunStatus } from '../../ui/RunStatus.tsx';
import { useCurrentUser } from '../auth/index.ts';
import { START_TOUR } from '../tour/index.ts';
import { foundHereQuery } from './queries.ts';

/** As many as a first look takes in. */
const SHOWN = 5;

/** /users/welcome: where an accepted invitation leads, with what its role can do next. */
export function WelcomePage() {
  const { t } = useTranslation('users');
  const { organization, role } = useCurrentUser();
  const mayAdd = role !== 'user';
  // On a phone the rest is below it, and would jump.
  const waits = isFirstTry(useQuery(foundHereQuery));
  return (
    <Page
      title={t('welcome.title', { organization: organization.name })}
      intro={t('welcome.role', { role: t(`role.${role}`), rights: t(`welcome.rights.${role}`) })}
      breadcrumbs={[{ label: t('welcome.crumb') }]}
    >
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Panel
          title={t('welcome.workspaces')}
          action={mayAdd && <NextStep to="/workspaces/add" icon={<IconPlus size={16} />} text={t('welcome.add')} />}
        >
          <FoundHere mayAdd={mayAdd} />
        </Panel>
        <Stack gap="lg" display={waits ? 'none' : undefined}>
          <Panel
            title={t('welcome.key')}
            text={t('welcome.keyText')}
            action={<NextStep to="/sshKeys" icon={<IconKey size={16} />} text={t('welcome.keyAdd')} />}
          />
          {isManager({ role }) && (
            <Panel
              title={t('welcome.team')}
              text={t('welcome.teamText')}
              action={<NextStep to="/users/add/several" icon={<IconUserPlus size={16} />} text={t('add.title')} />}
            />
          )}
          <Panel
            title={t('welcome.tour')}
            text={t('welcome.tourText')}
            action={
              <Button component={Link} {...START_TOUR} variant="default" leftSection={<IconRoute size={16} />}>
                {t('welcome.tourStart')}
              </Button>
            }
          />
        </Stack>
      </SimpleGrid>
    </Page>
  );
}

function FoundHere({ mayAdd }: { mayAdd: boolean }) {
  const { t } = useTranslation('users');
  return (
    <Loaded query={useQuery(foundHereQuery)}>
      {({ rows, records }) => (
        <Stack gap="sm">
          {rows.slice(0, SHOWN).map((row) => (
            <Group key={row.id} justify="space-between" wrap="nowrap" gap="xs">
              <RowLink to={`/workspaces/edit/${row.id}`}>{row.name}</RowLink>
              <RunStatus status={row.workspace_status} silentSince={row.not_answering_date} />
            </Group>
          ))}
          {records === 0 ? (
            <Text size="sm" c="dimmed">
              {t(mayAdd ? 'welcome.noneAdd' : 'welcome.none')}
            </Text>
          ) : (
            <RowLink to="/workspaces">{t('welcome.all', { count: records })}</RowLink>
          )}
        </Stack>
      )}
    </Loaded>
  );
}

function NextStep({ to, icon, text }: { to: string; icon: ReactNode; text: string }) {
  return (
    <Button component={Link} to={to} variant="default" leftSection={icon}>
      {text}
    </Button>
  );
}
