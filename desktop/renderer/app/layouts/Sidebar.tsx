import { Divider, NavLink, Stack, Text, Tooltip } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { useCurrentUser } from '../../features/auth/index.ts';
import { isCurrent, menuFor } from '../menu.ts';
import { OrganizationSwitch } from './OrganizationSwitch.tsx';
import classes from './Sidebar.module.css';

/** The menu of the person's role (spec/2, role-based menus); only icons when folded. */
export function Sidebar({ folded }: { folded: boolean }) {
  const { t } = useTranslation('shell');
  const user = useCurrentUser();
  const { pathname } = useLocation();
  return (
    <Stack gap="sm">
      <OrganizationSwitch folded={folded} />
      <Divider />
      <nav aria-label={t('menu.label')}>
        <Stack gap={2}>
          {menuFor(user.role).map((entry, index, entries) => {
            const Icon = entry.icon;
            const current = isCurrent(entry, pathname);
            const begins = entry.section !== undefined && entry.section !== entries[index - 1]?.section;
            return (
              <Fragment key={entry.to}>
                {begins && !folded && (
                  <Text size="xs" c="dimmed" fw={600} px="sm" pt="sm" pb={4}>
                    {t(entry.section ?? '')}
                  </Text>
                )}
                <Tooltip label={t(entry.label)} position="right" disabled={!folded}>
                  <NavLink
                    component={Link}
                    to={entry.to}
                    className={classes.link}
                    label={folded ? undefined : t(entry.label)}
                    aria-label={folded ? t(entry.label) : undefined}
                    leftSection={<Icon size={18} stroke={1.6} />}
                    active={current}
                    aria-current={current ? 'page' : undefined}
                  />
                </Tooltip>
              </Fragment>
            );
          })}
        </Stack>
      </nav>
    </Stack>
  );
}
