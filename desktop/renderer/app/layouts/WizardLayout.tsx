import { Anchor, Button, Group } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, Outlet, useLocation } from 'react-router-dom';
import { useCurrentUser } from '../../features/auth/index.ts';
import { openModal } from '../../lib/modals.ts';
import { Logo } from '../../ui/Logo.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Footer } from './Footer.tsx';
import { ShellModals } from './ShellModals.tsx';
import { TestPaymentsNotice } from './TestPaymentsNotice.tsx';
import { useFirstFrame } from './use-first-frame.ts';
import classes from './WizardLayout.module.css';
import { WizardSteps } from './WizardSteps.tsx';

/** The four-step setup of an owner's organization. Others have nothing to set up. */
export function WizardLayout() {
  useFirstFrame();
  const { t } = useTranslation('shell');
  const user = useCurrentUser();
  const { pathname } = useLocation();
  const step = Number(/^\/wizard\/step(\d)/.exec(pathname)?.[1] ?? 1);
  if (user.role !== 'owner') return <Navigate to="/workspaces" replace />;
  return (
    <div className={classes.page}>
      <header className={classes.top}>
        <Logo size={26} />
        <Group gap="xs">
          <Button
            variant="subtle"
            color="gray"
            size="xs"
            aria-haspopup="dialog"
            onClick={() => openModal('switch-organization')}
          >
            {t('organization.switch')}
          </Button>
          <Anchor component={Link} to="/logout" size="sm" className={classes.logout}>
            <IconLogout size={16} aria-hidden /> {t('user.logout')}
          </Anchor>
        </Group>
      </header>
      <div className={classes.content}>
        <WizardSteps current={step} reached={user.organization.setupStep} />
        <main>
          <TestPaymentsNotice />
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <Footer />
      <ShellModals />
    </div>
  );
}
