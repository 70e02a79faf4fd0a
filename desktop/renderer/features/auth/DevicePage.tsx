import { Anchor, Button, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { allowDeviceLogin, type DeviceLogin, denyDeviceLogin, getDeviceLogin } from '#shared/features/auth/device.ts';
import { call } from '../../lib/call.ts';
import { routeQuery } from '../../lib/route-query.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import classes from './DevicePage.module.css';
import { useCurrentUser } from './queries.ts';

/** /device?code=…: where a program that has no browser of its own sends the person to log it in. */
export function DevicePage() {
  const { t } = useTranslation('device');
  const [parameters, setParameters] = useSearchParams();
  const code = parameters.get('code')?.trim() ?? '';
  const asked = useQuery({
    ...routeQuery(['users', 'device-login', code], getDeviceLogin, { query: { user_code: code } }),
    enabled: code !== '',
    retry: false,
    // Once answered, the code is unknown.
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (code && asked.data) return <Answer login={asked.data} />;
  if (code && asked.isPending) {
    return (
      <PublicCard title={t('title')}>
        <Skeleton height={120} />
      </PublicCard>
    );
  }
  return <EnterCode failure={asked.error?.message} onCode={(entered) => setParameters({ code: entered })} />;
}

function EnterCode({ failure, onCode }: { failure: string | undefined; onCode: (code: string) => void }) {
  const { t } = useTranslation('device');
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim()) onCode(typed.trim());
  };
  return (
    <PublicCard title={t('title')} intro={t('intro')}>
      <FormBanner message={failure} />
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label={t('code')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            classNames={{ input: classes.code }}
          />
          <Button type="submit" fullWidth>
            {t('next')}
          </Button>
        </Stack>
      </form>
    </PublicCard>
  );
}

function Answer({ login }: { login: DeviceLogin }) {
  const { t } = useTranslation('device');
  const user = useCurrentUser();
  const body = { user_code: login.user_code };
  const allow = useMutation({ mutationFn: () => call(allowDeviceLogin, { body }) });
  const deny = useMutation({ mutationFn: () => call(denyDeviceLogin, { body }) });
  const { program, computer } = login;
  if (allow.isSuccess) {
    return (
      <PublicCard title={t('allowed', { program })} intro={t('allowedText')} footer={<ToSessions />}>
        <IconCircleCheck className={classes.done} size={48} color="var(--mantine-primary-color-filled)" />
      </PublicCard>
    );
  }
  if (deny.isSuccess) {
    return (
      <PublicCard title={t('denied')} intro={t('deniedText')} footer={<ToSessions />}>
        <IconCircleX className={classes.done} size={48} color="var(--mantine-color-dimmed)" />
      </PublicCard>
    );
  }
  const failure = allow.error ?? deny.error;
  return (
    <PublicCard
      title={t('asks', { program, computer })}
      intro={t('compare')}
      footer={
        <Anchor component={Link} to="/device" inherit underline="always">
          {t('another')}
        </Anchor>
      }
    >
      <FormBanner message={failure?.message} />
      <Text className={classes.shown} component="code">
        {login.user_code}
      </Text>
      <Facts>
        <Fact name={t('as')}>{user.email_address}</Fact>
        <Fact name={t('from')}>{login.ip_address}</Fact>
        <Fact name={t('since')}>
          <RelativeTime date={login.create_date} />
        </Fact>
      </Facts>
      <Text size="sm" c="dimmed">
        {t('warning')}
      </Text>
      <Group grow>
        <Button variant="default" onClick={() => deny.mutate()} loading={deny.isPending} disabled={allow.isPending}>
          {t('deny')}
        </Button>
        <Button onClick={() => allow.mutate()} loading={allow.isPending} disabled={deny.isPending}>
          {t('allow')}
        </Button>
      </Group>
    </PublicCard>
  );
}

function ToSessions() {
  const { t } = useTranslation('device');
  return (
    <Anchor component={Link} to="/profile" inherit underline="always">
      {t('toSessions')}
    </Anchor>
  );
}
