import { Anchor, Button, Checkbox, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { RouteResponse } from '#shared/api/route.ts';
import { checkEmail, checkUsername, type getBetaUser, signup, signupBody } from '#shared/features/auth/contract.ts';
import type { getFederatedUser } from '#shared/features/auth/federated.ts';
import { emailSchema, usernameSchema } from '#shared/features/auth/model.ts';
import { call } from '../../lib/call.ts';
import { Form } from '../../ui/Form.tsx';
import { PasswordField } from '../../ui/PasswordField.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { PasswordHelp } from './PasswordHelp.tsx';
import { UniqueField } from './UniqueField.tsx';
import { useAvailability } from './use-availability.ts';

interface SignupFormProps {
  /** What a beta invitation provides; null without one. */
  betaUser: RouteResponse<typeof getBetaUser> | null;
  /** What a provider provides; null without one. */
  federatedUser: RouteResponse<typeof getFederatedUser> | null;
  shareId: string | null;
  onDone: (email: string, betaUserId: string | null) => void;
}

/** The email is fixed for federated and invited people, the coupon for invited ones. */
export function SignupForm({ betaUser, federatedUser, shareId, onDone }: SignupFormProps) {
  const { t } = useTranslation('auth');
  const { form, submit, ...api } = useApiForm({
    schema: signupBody,
    banner: t('signup.failed'),
    checkOnLeave: true,
    initialValues: {
      username: '',
      email: federatedUser?.email_address ?? betaUser?.email_address ?? '',
      password: '',
      coupon_code: betaUser?.coupon_code ?? '',
      first_name: federatedUser?.first_name ?? '',
      last_name: federatedUser?.last_name ?? '',
      organization_name: '',
      federated_user_id: federatedUser?.id ?? '',
      beta_user_id: betaUser?.id ?? '',
      share_id: shareId ?? '',
      'accept-terms': false,
    },
  });
  const { username, email, password } = form.values;
  const usernameIs = useAvailability(checkUsername, username.trim(), usernameSchema.safeParse(username).success);
  const emailIs = useAvailability(checkEmail, email.trim(), emailSchema.safeParse(email).success);
  // 'unknown' would count as valid only for optional fields, and neither of these is optional.
  const unavailable = [usernameIs, emailIs].some((state) => state === 'taken' || state === 'unknown');
  const emailIsFixed = Boolean(betaUser?.email_address || federatedUser);
  const known = Boolean(federatedUser?.first_name && federatedUser.last_name);
  const required = { required: true, withAsterisk: false };
  return (
    <Form
      api={api}
      onSubmit={submit(async (_, body) => {
        const { beta_user_id } = await call(signup, { body });
        onDone(body.email, beta_user_id);
      })}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...form.getInputProps('first_name')}
          {...required}
          label={t('field.firstName')}
          autoFocus={!known}
          autoComplete="given-name"
        />
        <TextInput
          {...form.getInputProps('last_name')}
          {...required}
          label={t('field.lastName')}
          autoComplete="family-name"
        />
        <UniqueField
          {...form.getInputProps('username')}
          {...required}
          label={t('field.username')}
          autoFocus={known}
          help={t('field.usernameHelp')}
          availability={usernameIs}
          takenText={t('availability.usernameTaken')}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <UniqueField
          {...form.getInputProps('email')}
          {...required}
          label={t('field.email')}
          type="email"
          availability={emailIs}
          takenText={t('availability.emailTaken')}
          autoComplete="email"
          readOnly={emailIsFixed}
        />
      </SimpleGrid>
      <Stack gap="xs">
        <PasswordField
          {...form.getInputProps('password')}
          {...required}
          label={t('field.password')}
          autoComplete="new-password"
        />
        <PasswordHelp password={password} />
      </Stack>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="md">
        <TextInput
          {...form.getInputProps('organization_name')}
          {...required}
          label={t('field.organizationName')}
          autoComplete="organization"
        />
        <TextInput
          {...form.getInputProps('coupon_code')}
          label={t('field.coupon')}
          readOnly={Boolean(betaUser)}
          autoComplete="off"
        />
      </SimpleGrid>
      <Checkbox
        {...form.getInputProps('accept-terms', { type: 'checkbox' })}
        label={
          <Trans
            t={t}
            i18nKey="signup.terms"
            components={{
              terms: <Anchor component={Link} to="/terms" target="_blank" inherit underline="always" />,
              privacy: <Anchor component={Link} to="/privacy" target="_blank" inherit underline="always" />,
            }}
          />
        }
      />
      <Button type="submit" fullWidth loading={api.submitting} disabled={unavailable}>
        {t('signup.submit')}
      </Button>
    </Form>
  );
}
