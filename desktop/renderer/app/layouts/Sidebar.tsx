import { Divider, NavLink, Stack, Text, Tooltip } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useCurrentUser } from '../../features/auth/index.ts';
import { openModal } from '../../lib/modals.ts';
import { isCurrent, type MenuEntry, menuFor } from '../menu.ts';
import { OrganizationFace } from './OrganizationFace.tsx';
import classes from './Sidebar.module.css';

/** The menu of the person's role; icons only when collapsed. */
export function Sidebar({ folded }: { folded: boolean }) {
  const { t } = useTranslation('shell');
  const user = useCurrentUser();
  return (
    <Stack gap="sm">
      <OrganizationFace folded={folded} />
      <Divider />
      <nav aria-label={t('menu.label')}>
        <Stack gap={2}>
          {menuFor(user).map((entry, index, entries) => {
            const begins = entry.section !== undefined && entry.section !== entries[index - 1]?.section;
            return (
              <Fragment key={entry.label}>
                {begins && !folded && (
                  <Text size="xs" c="dimmed" fw={600} px="sm" pt="sm" pb={4}>
                    {t(entry.section ?? '')}
                  </Text>
                )}
                <SidebarLink entry={entry} folded={folded} />
              </Fragment>
            );
          })}
        </Stack>
      </nav>
    </Stack>
  );
}

function SidebarLink({ entry, folded }: { entry: MenuEntry; folded: boolean }) {
  const { t } = useTranslation('shell');
  const { pathname } = useLocation();
  const Icon = entry.icon;
  const face = {
    label: folded ? undefined : t(entry.label),
    'aria-label': folded ? t(entry.label) : undefined,
    leftSection: <Icon size={18} stroke={1.6} />,
    ...(classes.link && { className: classes.link }),
  };
  const current = 'to' in entry && isCurrent(entry, pathname);
  return (
    <Tooltip label={t(entry.label)} position="right" disabled={!folded}>
      {'to' in entry ? (
        <NavLink
          {...face}
          component={Link}
          to={entry.to}
          active={current}
          aria-current={current ? 'page' : undefined}
        />
      ) : (
        <NavLink {...face} component="button" aria-haspopup="dialog" onClick={() => openModal(entry.modal)} />
      )}
    </Tooltip>
  );
}
