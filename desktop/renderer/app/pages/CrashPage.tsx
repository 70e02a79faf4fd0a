import { Button, Center, Stack, Text, Title } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';

/** A page broke, or its code could not be fetched (a new release, no network). */
export function CrashPage() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  return (
    <Center h="100dvh" px="md">
      <Stack align="center" ta="center" maw={420}>
        <Title order={1}>{t('crash.title')}</Title>
        <Text c="dimmed">{t('crash.text')}</Text>
        <Button onClick={() => window.location.reload()}>{t('crash.reload')}</Button>
      </Stack>
    </Center>
  );
}
