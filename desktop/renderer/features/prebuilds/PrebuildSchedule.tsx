import { Button, Group, Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Prebuild, prebuildBody } from '#shared/features/prebuilds/contract.ts';
import { PREBUILD_SCHEDULES, type PrebuildSchedule as Schedule } from '#shared/features/prebuilds/model.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { Marker } from '../../ui/Marker.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { useMarker } from '../../ui/use-marker.ts';
import { savePrebuildMutation } from './queries.ts';

/** A Sunday. */
const FIRST_DAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;

interface Values extends Record<string, unknown> {
  schedule: Schedule;
  hour: string;
  weekday: string;
  time_zone: string;
}

/** When copies are prepared; turns it on where it is off. */
export function PrebuildSchedule({ templateId, prebuild }: { templateId: string; prebuild: Prebuild }) {
  const { t, i18n } = useTranslation('prebuilds');
  const send = useSend(savePrebuildMutation(templateId));
  const saved = useMarker();
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { form, submit, ...api } = useApiForm<Values, typeof prebuildBody>({
    draft: `prebuild-${templateId}`,
    lasting: true,
    schema: prebuildBody,
    initialValues: {
      schedule: prebuild.schedule,
      hour: String(prebuild.hour),
      weekday: String(prebuild.weekday),
      time_zone: prebuild.on ? prebuild.time_zone : own,
    },
    toBody: (values) => ({ ...values, hour: Number(values.hour), weekday: Number(values.weekday) }),
  });
  const { schedule } = form.values;
  const timed = schedule === 'daily' || schedule === 'weekly';
  const weekday = new Intl.DateTimeFormat(i18n.language, { weekday: 'long', timeZone: 'UTC' });
  const hour = new Intl.DateTimeFormat(i18n.language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  const dayOf = (day: number) => weekday.format(FIRST_DAY + day * DAY_MS);
  const hourOf = (each: number) => hour.format(FIRST_DAY + (each * DAY_MS) / 24);
  const zones = [...new Set(['UTC', own, prebuild.time_zone, ...Intl.supportedValuesOf('timeZone')])];
  const save = submit(async (_, body) => {
    await send(body);
    form.resetDirty();
    saved.show();
  });
  return (
    <Form api={api} onSubmit={save}>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <Select
          {...form.getInputProps('schedule')}
          label={t('schedule')}
          data={PREBUILD_SCHEDULES.map((value) => ({ value, label: t(`every.${value}`) }))}
          allowDeselect={false}
        />
        {schedule === 'weekly' && (
          <Select
            {...form.getInputProps('weekday')}
            label={t('weekday')}
            data={count(7).map((day) => ({ value: String(day), label: dayOf(day) }))}
            allowDeselect={false}
          />
        )}
        {timed && (
          <Select
            {...form.getInputProps('hour')}
            label={t('hour')}
            data={count(24).map((each) => ({ value: String(each), label: hourOf(each) }))}
            allowDeselect={false}
          />
        )}
        {timed && (
          <Select
            {...form.getInputProps('time_zone')}
            label={t('timeZone')}
            data={zones}
            allowDeselect={false}
            searchable
            limit={100}
          />
        )}
      </SimpleGrid>
      <Group justify="flex-end" gap="xs">
        <Marker shown={saved.shown} text={t('saved')} />
        <Button type="submit" loading={api.submitting} disabled={prebuild.on && !form.isDirty()}>
          {prebuild.on ? t('save') : t('turnOn')}
        </Button>
      </Group>
    </Form>
  );
}

const count = (length: number) => Array.from({ length }, (_, index) => index);
