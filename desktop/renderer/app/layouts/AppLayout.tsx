import { ActionIcon, Burger, Group } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import { Suspense, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Outlet, useLocation } from 'react-router-dom';
import { IdleNotices } from '../../features/activity/index.ts';
import { KeychainNotice } from '../../features/computer/index.ts';
import { SearchButton } from '../../features/search/index.ts';
import { SharedNotices } from '../../features/sharing/index.ts';
import { useModal } from '../../lib/modals.ts';
import { DOCK_SLOT } from '../../ui/Dock.tsx';
import { Later } from '../../ui/Later.tsx';
import { Logo } from '../../ui/Logo.tsx';
import { BREADCRUMB_SLOT } from '../../ui/Page.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { loadPalette } from '../palette/load-palette.ts';
import { useVisits } from '../palette/use-visits.ts';
import classes from './AppLayout.module.css';
import { Footer } from './Footer.tsx';
import { LiveUpdatesNotice } from './LiveUpdatesNotice.tsx';
import { ReadOnlyNotice } from './ReadOnlyNotice.tsx';
import { ShellModals } from './ShellModals.tsx';
import { Sidebar } from './Sidebar.tsx';
import { SidebarDrawer } from './SidebarDrawer.tsx';
import { useSidebar } from './sidebar-state.ts';
import { TestPaymentsNotice } from './TestPaymentsNotice.tsx';
import { UserMenu } from './UserMenu.tsx';
import { useFirstFrame } from './use-first-frame.ts';
import { useShortcuts } from './use-shortcuts.ts';

/** Where the sidebar is a drawer, as in `AppLayout.module.css`. */
const PHONE = '(max-width: 48em)';

/** The layout of every page behind the login: sidebar, top bar, page, footer. */
export function AppLayout() {
  const { t } = useTranslation('shell');
  const { folded, toggle } = useSidebar();
  const [drawerOpen, drawer] = useDisclosure(false);
  const burger = useRef<HTMLButtonElement>(null);
  const phone = useMediaQuery(PHONE, undefined, { getInitialValueInEffect: false });
  const { pathname } = useLocation();
  useFirstFrame();
  useShortcuts();
  useVisits();
  const dialog = useModal(({ opened }) => opened);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page or a dialog closes the drawer.
  useEffect(drawer.close, [pathname, dialog]);
  // It may have opened before it could note where the focus came from.
  const closeDrawer = () => {
    drawer.close();
    burger.current?.focus();
  };
  const FoldIcon = folded ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <div className={classes.shell} data-folded={folded || undefined}>
      <a href="#main" className={classes.skip}>
        {t('skip')}
      </a>
      {!phone && (
        <aside className={classes.sidebar}>
          <Link to="/workspaces" className={classes.brand} aria-label={t('home')}>
            <Logo size={26} compact={folded} />
          </Link>
          <Sidebar folded={folded} />
          <ActionIcon
            variant="subtle"
            color="gray"
            className={classes.fold}
            onClick={toggle}
            aria-label={folded ? t('sidebar.unfold') : t('sidebar.fold')}
            aria-expanded={!folded}
          >
            <FoldIcon size={18} stroke={1.6} />
          </ActionIcon>
        </aside>
      )}
      <div className={classes.column}>
        <header className={classes.top}>
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger
              ref={burger}
              className={classes.burger}
              size="sm"
              opened={drawerOpen}
              onClick={drawer.open}
              aria-label={t('sidebar.open')}
            />
            <div id={BREADCRUMB_SLOT} className={classes.trail} />
          </Group>
          <Group gap="sm" wrap="nowrap">
            <SearchButton load={loadPalette} />
            <UserMenu />
          </Group>
        </header>
        <main id="main" className={classes.main} tabIndex={-1}>
          <KeychainNotice />
          <TestPaymentsNotice />
          <ReadOnlyNotice />
          <LiveUpdatesNotice />
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
        <div className={classes.footer}>
          <Footer />
        </div>
        <div id={DOCK_SLOT} className={classes.dock} />
      </div>
      <Later now={drawerOpen}>{phone && <SidebarDrawer opened={drawerOpen} onClose={closeDrawer} />}</Later>
      <Later>
        <div className={classes.notices}>
          <SharedNotices />
          <IdleNotices />
        </div>
      </Later>
      <ShellModals />
    </div>
  );
}
