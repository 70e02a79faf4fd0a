import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';

/** A page broke, or its code could not be fetched (a new release, no network). */
export function CrashPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  // Without a network the code of a page does not arrive; nothing is lost by loading it as soon as there is one again.
  const offline = !navigator.onLine;
  useEffect(() => {
    if (!offline) return;
    const reload = () => window.location.reload();
    window.addEventListener('online', reload);
    return () => window.removeEventListener('online', reload);
  }, [offline]);
  return (
    <Center h="100dvh" px="md">
      <Stack align="center" ta="center" maw={420}>
        <Title order={1}>{t('crash.title')}</Title>
        <Text c="dimmed">{t(offline ? 'error.unreachable' : 'crash.text')}</Text>
        <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
      </Stack>
    </Center>
  );
}
