import { Button, Group, Paper, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { inviteUsersBody, MOST_INVITED } from '#shared/features/users/contract.ts';
import { Form } from '../../ui/Form.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { AddressBox } from './AddressBox.tsx';
import { InviteList } from './InviteList.tsx';
import { InvitePreview } from './InvitePreview.tsx';
import { RoleAndGroups } from './RoleAndGroups.tsx';
import { readPeople, writePeople } from './read-people.ts';
import { useInviteUsers } from './use-invite-users.ts';

/** /users/add/several: paste, see who is invited and what it costs, invite them all for one charge. */
export function InviteUsers() {
  const { t } = useTranslation(['users', 'common']);
  const { form, submit, ...api } = useApiForm({
    draft: 'invite-users',
    lasting: true,
    asksFirst: true,
    firstError: true,
    schema: inviteUsersBody,
    initialValues: { text: '', role: 'user', groups: [] as string[] },
    toBody: ({ text, role, groups }) => ({ people: readPeople(text).slice(0, MOST_INVITED), role, groups }),
  });
  const found = readPeople(form.values.text);
  const asked = JSON.stringify(form.values);
  const [checked, setChecked] = useState('');
  const { preview, results, check, invite, inviting } = useInviteUsers({
    onFailure: api.setMessage,
    onInvited: (left) => form.setFieldValue('text', writePeople([...left, ...found.slice(MOST_INVITED)])),
  });
  const shown = preview && checked === asked ? preview : null;
  const invited = results?.filter(({ problem }) => problem === null).length ?? 0;
  return (
    <Stack gap="lg">
      {results && (
        <>
          <FormBanner
            kind={invited > 0 ? 'success' : 'error'}
            message={invited > 0 ? t('invite.done', { count: invited }) : t('invite.none')}
          />
          <InviteList label={t('invite.results')} people={results} />
        </>
      )}
      <Paper p="lg">
        <Form
          api={api}
          onSubmit={submit(async (_, body) => {
            await check(body);
            setChecked(asked);
          })}
        >
          <AddressBox
            text={form.values.text}
            onText={(text) => form.setFieldValue('text', text)}
            error={form.errors.people}
            found={found.length}
          />
          <RoleAndGroups
            role={form.getInputProps('role')}
            groups={form.getInputProps('groups')}
            roleHelp={t(`roleHelp.${form.values.role}`)}
          />
          {shown && <InvitePreview preview={shown} />}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" component={Link} to="/users" onClick={api.discard}>
              {t('common:action.cancel')}
            </Button>
            {shown && shown.count > 0 ? (
              // A button of its own: the check must not become the purchase under a second click.
              <Button key="invite" type="button" onClick={invite} loading={inviting}>
                {shown.price
                  ? t('invite.submitFor', { count: shown.count, price: shown.price })
                  : t('invite.submit', { count: shown.count })}
              </Button>
            ) : (
              <Button key="check" type="submit" loading={api.submitting}>
                {t('invite.check')}
              </Button>
            )}
          </Group>
        </Form>
      </Paper>
    </Stack>
  );
}
