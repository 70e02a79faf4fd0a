import { Alert, Button, Group, Paper, SimpleGrid, TextInput } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { MONTHLY_PRICE } from '#shared/features/billing/model.ts';
import { addUserBody } from '#shared/features/users/contract.ts';
import { Form } from '../../ui/Form.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { moneyText } from '../billing/index.ts';
import { ChargePopover } from './ChargePopover.tsx';
import { RoleAndGroups } from './RoleAndGroups.tsx';
import { useAddUser } from './use-add-user.ts';

interface AddUserFormProps {
  /** Free licences: with one, the user costs nothing more. */
  freeSeats: number;
}

/** Without a free licence the price is shown before anything is charged. */
export function AddUserForm({ freeSeats }: AddUserFormProps) {
  const { t, i18n } = useTranslation(['users', 'common']);
  const charged = freeSeats <= 0;
  const { form, submit, ...api } = useApiForm({
    draft: 'add-user',
    lasting: true,
    asksFirst: true,
    firstError: true,
    schema: addUserBody,
    initialValues: { email_address: '', first_name: '', last_name: '', role: 'user', groups: [] as string[] },
  });
  const { charge, send, accept, cancel, accepting } = useAddUser({
    charged,
    onFailure: api.setMessage,
    onAdded: api.discard,
  });
  return (
    <Paper p="lg">
      <Form api={api} onSubmit={submit((_, body) => send(body))}>
        <TextInput
          {...form.getInputProps('email_address')}
          label={t('field.email')}
          description={t('add.emailHelp')}
          type="email"
          autoComplete="off"
          maxLength={120}
          required
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
          <TextInput
            {...form.getInputProps('first_name')}
            label={t('field.firstName')}
            autoComplete="off"
            maxLength={60}
            required
          />
          <TextInput
            {...form.getInputProps('last_name')}
            label={t('field.lastName')}
            autoComplete="off"
            maxLength={60}
            required
          />
        </SimpleGrid>
        <RoleAndGroups
          role={form.getInputProps('role')}
          groups={form.getInputProps('groups')}
          roleHelp={t(`roleHelp.${form.values.role}`)}
        />
        {charged && (
          <Alert color="yellow" icon={<IconCreditCard size={18} />} p="sm">
            {t('add.charged', { price: moneyText(MONTHLY_PRICE.extraUser, i18n.language) })}
          </Alert>
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" component={Link} to="/users" onClick={api.discard}>
            {t('common:action.cancel')}
          </Button>
          <ChargePopover charge={charge} onCancel={cancel} onAccept={accept}>
            <Button type="submit" loading={api.submitting || accepting}>
              {t('add.submit')}
            </Button>
          </ChargePopover>
        </Group>
      </Form>
    </Paper>
  );
}
