import { Anchor, Group, Stack } from '@mantine/core';
import { Suspense } from 'react';
import { Link, Outlet } from 'react-router-dom';
import { Logo } from '../../ui/Logo.tsx';
import { FirstLoad } from './FirstLoad.tsx';
import { Footer } from './Footer.tsx';
import { Harbor } from './Harbor.tsx';
import classes from './MinimalLayout.module.css';
import { PublicLanguageSwitch } from './PublicLanguageSwitch.tsx';
import { useFirstFrame } from './use-first-frame.ts';

/** Public pages: the picture, the logo, one card, the footer. */
export function MinimalLayout() {
  useFirstFrame();
  return (
    <div className={classes.page}>
      <Harbor />
      <Group component="header" justify="center" pt={{ base: 24, sm: 40 }} pb="lg">
        <Anchor component={Link} to="/" c="inherit" underline="never">
          <Logo size={30} />
        </Anchor>
      </Group>
      <Stack component="main" px="md" className={classes.main}>
        <Suspense fallback={<FirstLoad />}>
          <Outlet />
        </Suspense>
      </Stack>
      <div className={classes.footer}>
        <Group justify="center" gap="md">
          <Footer />
          <PublicLanguageSwitch />
        </Group>
      </div>
    </div>
  );
}
