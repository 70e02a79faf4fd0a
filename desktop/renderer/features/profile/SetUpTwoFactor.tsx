import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RouteResponse } from '#shared/api/route.ts';
import { beginTwoFactor, confirmTwoFactorBody } from '#shared/features/profile/contract.ts';
import { call } from '../../lib/call.ts';
import { useSend } from '../../lib/use-send.ts';
import { CodeLine } from '../../ui/CodeLine.tsx';
import { FormActions } from '../../ui/FormActions.tsx';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { useApiForm } from '../../ui/use-api-form.ts';
import { PasswordProof } from './PasswordProof.tsx';
import { QrCode } from './QrCode.tsx';
import { confirmTwoFactorMutation } from './queries.ts';

interface SetUpTwoFactorProps {
  onEnabled: (recoveryCodes: string[]) => void;
  onCancel: () => void;
}

/** The password, then the authenticator's seed and its first code. */
export function SetUpTwoFactor({ onEnabled, onCancel }: SetUpTwoFactorProps) {
  const { t } = useTranslation('profile');
  const [begun, setBegun] = useState<RouteResponse<typeof beginTwoFactor> | null>(null);
  if (begun) return <ScanAndConfirm seed={begun} onEnabled={onEnabled} onCancel={onCancel} />;
  return (
    <PasswordProof
      text={t('twoFactor.proveText')}
      submitLabel={t('common:action.continue')}
      send={async (body) => setBegun(await call(beginTwoFactor, { body }))}
      onCancel={onCancel}
    />
  );
}

interface ScanProps extends SetUpTwoFactorProps {
  seed: { secret: string; uri: string };
}

function ScanAndConfirm({ seed, onEnabled, onCancel }: ScanProps) {
  const { t } = useTranslation('profile');
  const { form, ref, message, submit, submitting } = useApiForm({
    schema: confirmTwoFactorBody,
    initialValues: { code: '' },
    banner: null,
  });
  const confirm = useSend(confirmTwoFactorMutation);
  const send = submit(async (_, body) => onEnabled((await confirm(body)).recovery_codes));
  return (
    <form ref={ref} noValidate onSubmit={send}>
      <Stack gap="md">
        <Text size="sm">{t('twoFactor.scan')}</Text>
        <Group justify="center">
          <QrCode value={seed.uri} label={t('twoFactor.qr')} />
        </Group>
        <Stack gap={4}>
          <Text size="sm">{t('twoFactor.manual')}</Text>
          <CodeLine value={seed.secret.replace(/(.{4})(?=.)/g, '$1 ')} copyLabel={t('twoFactor.copyKey')} />
        </Stack>
        <FormBanner message={message} />
        <TextInput
          {...form.getInputProps('code')}
          label={t('twoFactor.firstCode')}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          data-autofocus
          required
          withAsterisk={false}
        />
        <FormActions cancel={onCancel} submit={t('twoFactor.turnOn')} loading={submitting} />
      </Stack>
    </form>
  );
}
