import { Anchor, Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { becomeAdministrator, becomeAdministratorBody } from '#shared/features/auth/impersonation.ts';
import { sendsBody } from '../../lib/route-query.ts';
import { useSend } from '../../lib/use-send.ts';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { currentUserQuery } from './queries.ts';

const becomeAdministratorMutation = sendsBody(becomeAdministrator, {
  stale: [currentUserQuery.queryKey],
  awaited: true,
});

/** For an address the operator has named: asks for the password once the address is confirmed in this session. */
export function BecomeAdministrator() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  const become = useSend(becomeAdministratorMutation);
  const { form, submit, ...api } = useApiForm({
    schema: becomeAdministratorBody,
    initialValues: { current_password: '' },
    banner: null,
  });
  return (
    <Form
      api={api}
      onSubmit={submit(async (_, body) => {
        await become(body);
        navigate('/', { replace: true });
      })}
      intro={<Text size="sm">{t('administrator.text')}</Text>}
    >
      <PasswordField
        {...form.getInputProps('current_password')}
        label={t('field.password')}
        autoComplete="current-password"
        required
        withAsterisk={false}
      />
      <Button type="submit" fullWidth loading={api.submitting}>
        {t('administrator.submit')}
      </Button>
      <Anchor component={Link} to="/" size="sm" ta="center">
        {t('administrator.later')}
      </Anchor>
    </Form>
  );
}
