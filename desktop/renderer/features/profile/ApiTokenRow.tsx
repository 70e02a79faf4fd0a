import { Badge, Button, Code, Group, Stack, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { UNDO_HOURS } from '#shared/api/undo.ts';
import { cents } from '#shared/features/billing/model.ts';
import type { ApiToken } from '#shared/features/profile/contract.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { moneyText } from '../billing/index.ts';

interface ApiTokenRowProps {
  token: ApiToken;
  onRevoke: () => void;
}

/** One token: its organization, last use and expiry, and what it may do. */
export function ApiTokenRow({ token, onRevoke }: ApiTokenRowProps) {
  const { t } = useTranslation(['profile', 'common']);
  const limits = useLimits(token);
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={550}>{token.name}</Text>
          {token.connected ? (
            <Badge variant="light" tt="none">
              {t('tokens.connected')}
            </Badge>
          ) : (
            <Code>slipway_…{token.hint}</Code>
          )}
          {token.expired && (
            <Badge variant="light" color="red" tt="none">
              {t('tokens.expired')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" className="tabular">
          {token.organization_name} ·{' '}
          {token.last_used ? (
            <Trans t={t} i18nKey="tokens.lastUsed" components={{ time: <RelativeTime date={token.last_used} /> }} />
          ) : (
            t('tokens.neverUsed')
          )}
          {' · '}
          {token.expiry_date ? (
            <Trans
              t={t}
              i18nKey={token.expired ? 'tokens.ended' : 'tokens.ends'}
              components={{ time: <RelativeTime date={token.expiry_date} /> }}
            />
          ) : (
            t('tokens.neverEnds')
          )}
        </Text>
        <Text size="sm" c="dimmed">
          {token.scopes.map((scope) => t(`tokens.scope.${scope}`)).join(' · ')}
          {' — '}
          {token.reach === 'some'
            ? token.workspaces.map(({ name }) => name).join(', ') || t('tokens.noneLeft')
            : t(`tokens.reaches.${token.reach}`)}
        </Text>
        {limits.length > 0 && (
          <Text size="sm" c="dimmed" className="tabular">
            {limits.join(' · ')}
          </Text>
        )}
      </Stack>
      <ConfirmPopover
        title={t('tokens.revokeNamed', { name: token.name })}
        text={t('tokens.revokeText')}
        detail={t('common:undo.kept', { name: token.name, count: UNDO_HOURS })}
        confirmLabel={t('tokens.revoke')}
        onConfirm={onRevoke}
      >
        <Button variant="default" size="xs" flex="none" aria-label={t('tokens.revokeNamed', { name: token.name })}>
          {t('tokens.revoke')}
        </Button>
      </ConfirmPopover>
    </Group>
  );
}

/** How many workspaces it may have, and what it may charge and has. */
function useLimits({ at_once, cents: limit, spent_cents }: ApiToken): string[] {
  const { t, i18n } = useTranslation('profile');
  const money = (amount: number) => moneyText(cents(amount), i18n.language);
  const spent = money(spent_cents);
  return [
    ...(at_once === null ? [] : [t('tokens.atMost', { count: at_once })]),
    ...(limit === null ? [] : [t('tokens.spentOf', { spent, limit: money(limit) })]),
    ...(limit === null && spent_cents > 0 ? [t('tokens.spent', { spent })] : []),
  ];
}
