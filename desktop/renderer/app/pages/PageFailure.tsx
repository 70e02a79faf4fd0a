import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router-dom';
import { MissingCode, whyCodeIsMissing } from '../../lib/missing-code.ts';
import { reloadOnce } from '../../lib/reload-once.ts';

const LOOK_EVERY_MS = 5000;

/**
 * A page broke, or its code didn't load. If a missing network, server or an old release is the cause, the page reloads
 * as soon as that helps, and else once: nothing is lost, because nothing is here yet.
 */
export function PageFailure() {
  const { t } = useTranslation();
  const error = useRouteError();
  useEffect(() => console.error(error), [error]);
  // Some browsers remember code that was cut off as missing, for as long as the page is there.
  useEffect(() => {
    if (error instanceof MissingCode && error.reason === 'unknown') reloadOnce();
  }, [error]);
  const missing = error instanceof MissingCode ? error.reason : 'unknown';
  const waits = missing === 'unreachable';
  const [looking, setLooking] = useState(false);
  const tryAgain = async () => {
    if (!waits || (await whyCodeIsMissing()).reason !== 'unreachable') window.location.reload();
  };
  const look = useEffectEvent(tryAgain);
  const press = async () => {
    setLooking(true);
    await tryAgain();
    setLooking(false);
  };
  useEffect(() => {
    if (missing === 'unknown') return;
    const again = () => void look();
    again();
    const timer = setInterval(again, LOOK_EVERY_MS);
    window.addEventListener('online', again);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', again);
    };
  }, [missing]);
  if (missing === 'replaced') return null;
  return (
    <Paper p="xl" radius="lg" maw={460} mx="auto" my="xl" role="alert">
      <Stack align="center" ta="center">
        <Title order={1}>{t(waits ? 'crash.noConnection' : 'crash.title')}</Title>
        <Text c="dimmed">{t(waits ? 'crash.comesBack' : 'crash.text')}</Text>
        <Button loading={looking} onClick={() => void press()}>
          {t(waits ? 'action.tryAgain' : 'crash.reload')}
        </Button>
      </Stack>
    </Paper>
  );
}
