import { Button, Divider, Stack, Text } from '@mantine/core';
import { IconWorld } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { platform } from '../../lib/platform/current-platform.ts';
import type { DesktopApi } from '../../lib/platform/desktop-api.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';

/**
 * In the desktop app: signs in through the browser, with every method it has, so that no provider's page opens in the
 * app.
 */
export function BrowserSignIn() {
  return platform.desktop ? <InBrowser desktop={platform.desktop} /> : null;
}

function InBrowser({ desktop }: { desktop: DesktopApi }) {
  const { t } = useTranslation('auth');
  const begin = useMutation({ mutationFn: () => desktop.call('session.sign-in') });
  return (
    <Stack gap="md">
      <Divider label={t('browser.or')} />
      <FormBanner message={begin.error?.message} />
      <Button variant="default" fullWidth leftSection={<IconWorld size={16} />} onClick={() => begin.mutate()}>
        {t('browser.signIn')}
      </Button>
      {begin.isSuccess && (
        <Text size="sm" c="dimmed" role="status">
          {t('browser.waiting')}
        </Text>
      )}
    </Stack>
  );
}
