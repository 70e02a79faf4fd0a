import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import type { Session } from '#shared/features/profile/contract.ts';
import { ConfirmPopover } from '../../ui/ConfirmPopover.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { describeAgent } from './describe-agent.ts';

interface SessionRowProps {
  session: Session;
  onEnd: () => void;
}

/** One session: program, address and time. */
export function SessionRow({ session, onEnd }: SessionRowProps) {
  const { t, i18n } = useTranslation('profile');
  const { browser, system } = describeAgent(session.user_agent);
  const name = session.program ?? browser ?? t('sessions.unknownBrowser');
  const place = session.computer ?? system;
  const agent = place ? t('sessions.agent', { browser: name, system: place }) : name;
  const address = session.ip_address ?? t('sessions.unknownAddress');
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  const date = format.format(new Date(session.last_seen));
  const end = format.format(new Date(session.expiry_date));
  return (
    <Group component="li" justify="space-between" gap="sm" wrap="nowrap">
      <Stack gap={2} miw={0}>
        <Group gap="xs">
          <Text fw={550} title={session.user_agent ?? undefined}>
            {agent}
          </Text>
          {session.current && (
            <Badge variant="light" tt="none">
              {t('sessions.current')}
            </Badge>
          )}
        </Group>
        <Text size="sm" c="dimmed" className="tabular">
          {address} ·{' '}
          <Trans t={t} i18nKey="sessions.signedIn" components={{ time: <RelativeTime date={session.create_date} /> }} />
          {!session.current && ` · ${t('sessions.lastUsed', { date })}`} · {t('sessions.ends', { date: end })}
        </Text>
      </Stack>
      {!session.current && (
        <ConfirmPopover text={t('sessions.endText')} confirmLabel={t('sessions.end')} onConfirm={onEnd}>
          <Button variant="default" size="xs" flex="none" aria-label={t('sessions.endNamed', { agent, address })}>
            {t('sessions.end')}
          </Button>
        </ConfirmPopover>
      )}
    </Group>
  );
}
