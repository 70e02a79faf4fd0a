import { Select, SimpleGrid, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { checkUsername } from '#shared/features/auth/contract.ts';
import { usernameSchema } from '#shared/features/auth/model.ts';
import { updateProfileBody } from '#shared/features/profile/contract.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { useApiForm } from '../../ui/use-api-form.ts';
import { UniqueField, useAvailability, useCurrentUser } from '../auth/index.ts';
import { updateProfileMutation } from './queries.ts';
import { timeZones } from './time-zones.ts';

/** Names and time zone. */
export function AboutPanel() {
  const { t } = useTranslation('profile');
  const user = useCurrentUser();
  const update = useSend(updateProfileMutation);
  const { form, submit, ...api } = useApiForm({
    draft: 'about',
    lasting: true,
    schema: updateProfileBody,
    initialValues: {
      first_name: user.first_name,
      last_name: user.last_name,
      username: user.username,
      time_zone: user.time_zone ?? '',
    },
    toBody: (values) => ({ ...values, time_zone: values.time_zone || null }),
  });
  const { username } = form.values;
  const looksNew = username !== user.username && usernameSchema.safeParse(username).success;
  const availability = useAvailability(checkUsername, username, looksNew);
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Panel title={t('about.title')}>
      <Form
        api={api}
        onSubmit={submit(async (_, body) => {
          await update(body);
          form.resetDirty();
          toastSuccess(t('about.saved'));
        })}
        submit={t('about.save')}
        disabled={!form.isDirty()}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <TextInput
            {...form.getInputProps('first_name')}
            label={t('about.firstName')}
            autoComplete="given-name"
            maxLength={120}
            required
          />
          <TextInput
            {...form.getInputProps('last_name')}
            label={t('about.lastName')}
            autoComplete="family-name"
            maxLength={120}
            required
          />
        </SimpleGrid>
        <UniqueField
          {...form.getInputProps('username')}
          label={t('about.username')}
          help={t('about.usernameHelp')}
          takenText={t('about.usernameTaken')}
          availability={availability}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={30}
          required
        />
        <Select
          {...form.getInputProps('time_zone')}
          label={t('about.timeZone')}
          description={t('about.timeZoneHelp')}
          value={form.values.time_zone || null}
          onChange={(zone) => form.setFieldValue('time_zone', zone ?? '')}
          onFocus={(event) => event.currentTarget.select()}
          placeholder={t('about.timeZoneAuto', { zone: own })}
          data={timeZones(user.time_zone)}
          clearable
          clearButtonProps={{ 'aria-label': t('about.timeZoneClear') }}
          selectFirstOptionOnChange
          searchable
          limit={100}
          nothingFoundMessage={t('about.timeZoneNone')}
        />
      </Form>
    </Panel>
  );
}
