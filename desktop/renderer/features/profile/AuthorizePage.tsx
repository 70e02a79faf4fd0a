import { Alert, Anchor, Button, Group, Select, Skeleton, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { TOKEN_DAYS } from '#shared/features/profile/contract.ts';
import {
  type Authorization,
  type AuthorizationRequest,
  allowClient,
  allowClientBody,
  authorizationRequest,
  CLIENT_SCOPES,
  getAuthorization,
  refuseClient,
} from '#shared/features/profile/oauth.ts';
import { routeQuery, sendsBody } from '../../lib/route-query.ts';
import { useSend } from '../../lib/use-send.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';
import { Form } from '../../ui/Form.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { PublicCard } from '../../ui/PublicCard.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useCurrentUser } from '../auth/index.ts';
import { apiTokensQuery } from './queries.ts';
import { limitsOf, TokenRightsFields } from './TokenRightsFields.tsx';

const USUAL_DAYS = '30';
const CARD_WIDTH = 520;
const PRESELECTED: ReadonlySet<string> = new Set(CLIENT_SCOPES);

/** /authorize?client_id=…: where a program sends the person to be connected, with OAuth 2.1. */
export function AuthorizePage() {
  const { t } = useTranslation('authorize');
  const [parameters] = useSearchParams();
  const request = readRequest(parameters);
  const asked = useQuery({
    ...routeQuery(['profile', 'authorization', request], getAuthorization, { query: request }),
    enabled: request.client_id !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [sentTo, setSentTo] = useState<string | null>(null);
  const leave = (address: string) => {
    setSentTo(address);
    window.location.assign(address);
  };
  if (asked.data && sentTo) return <Sent name={asked.data.client_name} address={sentTo} />;
  if (asked.data) return <Answer asked={asked.data} request={request} onAnswered={leave} />;
  const failure = request.client_id === '' ? t('incomplete') : asked.error?.message;
  return (
    <PublicCard title={t('title')} footer={failure && <ToProfile />}>
      {failure ? <FormBanner message={failure} /> : <Skeleton height={120} />}
    </PublicCard>
  );
}

/** What of the address is for us. */
function readRequest(parameters: URLSearchParams): AuthorizationRequest {
  const known = Object.keys(authorizationRequest.shape).flatMap((name) => {
    const value = parameters.get(name);
    return value === null ? [] : [[name, value]];
  });
  return { client_id: '', redirect_uri: '', ...Object.fromEntries(known) };
}

interface AnswerProps {
  asked: Authorization;
  request: AuthorizationRequest;
  onAnswered: (address: string) => void;
}

/** Who asks, what they get, and the two answers. */
function Answer({ asked, request, onAnswered }: AnswerProps) {
  const { t } = useTranslation(['authorize', 'profile']);
  const user = useCurrentUser();
  const allow = useSend(sendsBody(allowClient, { stale: [apiTokensQuery.queryKey] }));
  const refuse = useMutation({
    ...sendsBody(refuseClient, {}),
    onSuccess: ({ redirect_to }) => onAnswered(redirect_to),
  });
  const { form, submit, ...api } = useApiForm({
    schema: allowClientBody,
    initialValues: {
      days: USUAL_DAYS,
      scopes: asked.scopes.filter((scope) => PRESELECTED.has(scope)) as string[],
      reach: 'all',
      workspace_ids: [] as string[],
      at_once: '' as string | number,
      cents: 0 as string | number,
      current_password: '',
    },
    toBody: ({ days, ...values }) => ({ ...values, ...limitsOf(values), request, days: Number(days) }),
    banner: null,
  });
  const send = submit(async (_, body) => onAnswered((await allow(body)).redirect_to));
  const { client_name: name, redirect_host: host } = asked;
  return (
    <PublicCard title={t('asks', { name })} intro={t('intro')} width={CARD_WIDTH}>
      <Alert color="yellow" icon={<IconAlertTriangle size={18} />}>
        {t('warning')}
      </Alert>
      <Facts>
        <Fact name={t('to')}>{asked.on_this_computer ? t('thisComputer', { host }) : host}</Fact>
        <Fact name={t('since')}>
          <RelativeTime date={asked.create_date} />
        </Fact>
        <Fact name={t('as')}>{user.email_address}</Fact>
        <Fact name={t('in')}>{user.organization.name}</Fact>
      </Facts>
      <Form api={api} onSubmit={send}>
        <FormBanner message={refuse.error?.message} />
        <TokenRightsFields scopes={asked.scopes} form={form} />
        <Select
          {...form.getInputProps('days')}
          label={t('profile:tokens.days')}
          data={TOKEN_DAYS.map((days) => ({ value: String(days), label: t('profile:tokens.after', { count: days }) }))}
          allowDeselect={false}
        />
        <PasswordField
          {...form.getInputProps('current_password')}
          label={t('profile:password.current')}
          autoComplete="current-password"
          required
          withAsterisk={false}
        />
        <Text size="sm" c="dimmed">
          {t('revocable')}
        </Text>
        <Group grow>
          <Button
            variant="default"
            onClick={() => refuse.mutate({ request })}
            loading={refuse.isPending}
            disabled={api.submitting}
          >
            {t('refuse')}
          </Button>
          <Button type="submit" loading={api.submitting} disabled={refuse.isPending}>
            {t('allow')}
          </Button>
        </Group>
      </Form>
    </PublicCard>
  );
}

/** Stays where the browser asks something before it leaves, or can't. */
function Sent({ name, address }: { name: string; address: string }) {
  const { t } = useTranslation('authorize');
  return (
    <PublicCard title={t('sent', { name })} intro={t('sentText')} footer={<ToProfile />}>
      <Button component="a" href={address} variant="default">
        {t('open')}
      </Button>
    </PublicCard>
  );
}

function ToProfile() {
  const { t } = useTranslation('authorize');
  return (
    <Anchor component={Link} to="/profile" inherit underline="always">
      {t('toProfile')}
    </Anchor>
  );
}
