import { Divider, Stack, Tooltip } from '@mantine/core';
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
  const { pathname } = useLocation();
  return (
    <Stack gap="sm">
      <OrganizationFace folded={folded} />
      <Divider />
      <nav aria-label={t('menu.label')}>
        <div className={classes.links}>
          {menuFor(user).map((entry, index, entries) => {
            const begins = entry.section !== undefined && entry.section !== entries[index - 1]?.section;
            return (
              <Fragment key={entry.label}>
                {begins && !folded && <div className={classes.section}>{t(entry.section ?? '')}</div>}
                <SidebarLink entry={entry} folded={folded} pathname={pathname} />
              </Fragment>
            );
          })}
        </div>
      </nav>
    </Stack>
  );
}

interface SidebarLinkProps {
  entry: MenuEntry;
  folded: boolean;
  pathname: string;
}

/** Plain elements: there are two dozen of them on every page, and the first one waits for them. */
function SidebarLink({ entry, folded, pathname }: SidebarLinkProps) {
  const { t } = useTranslation('shell');
  const label = t(entry.label);
  const Icon = entry.icon;
  const face = {
    className: classes.link,
    'aria-label': folded ? label : undefined,
    children: (
      <>
        <Icon size={18} stroke={1.6} />
        {!folded && <span className={classes.label}>{label}</span>}
      </>
    ),
  };
  const current = 'to' in entry && isCurrent(entry, pathname);
  const link =
    'to' in entry ? (
      <Link {...face} to={entry.to} aria-current={current ? 'page' : undefined} />
    ) : (
      <button {...face} type="button" aria-haspopup="dialog" onClick={() => openModal(entry.modal)} />
    );
  if (!folded) return link;
  return (
    <Tooltip label={label} position="right">
      {link}
    </Tooltip>
  );
}
