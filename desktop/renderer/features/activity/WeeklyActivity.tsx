import { ActionIcon, Group, Paper, Skeleton, Text, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type ActivityWeek, userActivity, workspaceActivity } from '#shared/features/activity/contract.ts';
import {
  addDays,
  localFormat,
  localSlot,
  SLOTS_PER_DAY,
  WEEKDAYS,
  WORKDAY_ROWS,
} from '#shared/features/activity/model.ts';
import { call } from '../../lib/call.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { useCurrentUser } from '../auth/index.ts';
import classes from './WeeklyActivity.module.css';

type WeeklyActivityProps = { workspaceId: string } | { userId: string };

/** When a workspace was used or a person worked: Sunday to Saturday in 48 half-hours of the reader's time zone. */
export function WeeklyActivity(of: WeeklyActivityProps) {
  const { t, i18n } = useTranslation('activity');
  const zone = useCurrentUser().time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  const forWorkspace = 'workspaceId' in of;
  const [date, setDate] = useState(() => localSlot(localFormat(zone), new Date()).day);
  const week = useQuery({
    queryKey: ['activity', of, date, zone],
    queryFn: ({ signal }) => fetchWeek(of, { date, timezone: zone }, signal),
    placeholderData: keepPreviousData,
  });
  const start = week.data?.week_start;
  const asDate = (day: string) => new Date(`${day}T00:00:00Z`);
  const long = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
  return (
    <Paper p="lg" component="section">
      <Group justify="space-between" mb="xs">
        <Title order={2}>{t('title')}</Title>
        <Group gap="xs">
          <ActionIcon variant="default" aria-label={t('previous')} onClick={() => setDate(addDays(date, -7))}>
            <IconChevronLeft size={16} />
          </ActionIcon>
          <Text size="sm" className="tabular" aria-live="polite">
            {start && t('week', { date: long.format(asDate(start)) })}
          </Text>
          <ActionIcon variant="default" aria-label={t('next')} onClick={() => setDate(addDays(date, 7))}>
            <IconChevronRight size={16} />
          </ActionIcon>
        </Group>
      </Group>
      <Text size="xs" c="dimmed" mb="xs">
        {t(forWorkspace ? 'intro' : 'introUser', { zone })}
      </Text>
      <Loaded query={week} skeleton={<Skeleton h={500} />}>
        {(data) => <Grid week={data} language={i18n.language} />}
      </Loaded>
    </Paper>
  );
}

function fetchWeek(of: WeeklyActivityProps, query: { date: string; timezone: string }, signal: AbortSignal) {
  return 'workspaceId' in of
    ? call(workspaceActivity, { params: { workspaceID: of.workspaceId }, query, signal })
    : call(userActivity, { params: { userID: of.userId }, query, signal });
}

function Grid({ week, language }: { week: ActivityWeek; language: string }) {
  const { t } = useTranslation('activity');
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'short', day: 'numeric', timeZone: 'UTC' });
  const clock = new Intl.DateTimeFormat(language, { timeStyle: 'short', timeZone: 'UTC' });
  const times = Array.from({ length: SLOTS_PER_DAY }, (_, row) => clock.format(row * 30 * 60_000));
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling pane must be reachable by keyboard.
    <section className={classes.pane} tabIndex={0} aria-label={t('table')}>
      <table className={classes.grid}>
        <thead>
          <tr>
            <th className={classes.time} />
            {WEEKDAYS.map((day, index) => (
              <th key={day} scope="col">
                {weekday.format(new Date(`${addDays(week.week_start, index)}T00:00:00Z`))}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, row) => (
            <tr key={time} className={WORKDAY_ROWS.some((mark) => mark === row + 1) ? classes.workday : undefined}>
              <th scope="row" className={classes.time}>
                {row % 2 === 0 && time}
              </th>
              {WEEKDAYS.map((day) => {
                const count = week.activities[day][row]?.activity_count ?? 0;
                const label = count > 0 ? t('used', { time, count }) : undefined;
                return (
                  <td key={day} className={count > 0 ? classes.used : undefined} title={label} aria-label={label} />
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
