import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useSend } from '../../lib/use-send.ts';
import { Loaded } from '../../ui/Loaded.tsx';
import { PageSkeleton } from '../../ui/PageSkeleton.tsx';
import { Panel } from '../../ui/Panel.tsx';
import { RelativeTime } from '../../ui/RelativeTime.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { toastSuccess } from '../../ui/toast.ts';
import { PasswordProof } from './PasswordProof.tsx';
import { disableTwoFactorMutation, renewRecoveryCodesMutation, twoFactorQuery } from './queries.ts';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUpTwoFactor } from './SetUpTwoFactor.tsx';

type Step = 'setUp' | 'renew' | 'turnOff';
const FEW_CODES = 3;

/** An authenticator app in addition to the password, and recovery codes for when it is lost. */
export function TwoFactorPanel() {
  const { t } = useTranslation(['profile', 'common']);
  const renew = useSend(renewRecoveryCodesMutation);
  const disable = useSend(disableTwoFactorMutation);
  const state = useQuery(twoFactorQuery);
  const [step, setStep] = useState<Step | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const close = () => {
    setStep(null);
    setCodes(null);
  };
  return (
    <Panel
      title={t('twoFactor.title')}
      text={t('twoFactor.text')}
      mark={state.data?.enabled && <StatusBadge status={t('twoFactor.on')} tone="good" />}
      action={
        state.data?.enabled === false && (
          <Button variant="default" size="xs" onClick={() => setStep('setUp')}>
            {t('twoFactor.setUp')}
          </Button>
        )
      }
    >
      <Loaded query={state} skeleton={<PageSkeleton rows={1} />}>
        {(data) =>
          data.enabled && (
            <Group justify="space-between" gap="sm">
              <Stack gap={2}>
                <Text size="sm">
                  <Trans
                    t={t}
                    i18nKey="twoFactor.since"
                    components={{ time: <RelativeTime date={data.enabled_date} /> }}
                  />
                </Text>
                <Text size="sm" c={data.recovery_codes_left < FEW_CODES ? 'var(--mantine-color-error)' : 'dimmed'}>
                  {t('twoFactor.left', { count: data.recovery_codes_left })}
                </Text>
              </Stack>
              <Group gap="xs">
                <Button variant="default" size="xs" onClick={() => setStep('renew')}>
                  {t('twoFactor.renew')}
                </Button>
                <Button variant="default" size="xs" onClick={() => setStep('turnOff')}>
                  {t('twoFactor.turnOff')}
                </Button>
              </Group>
            </Group>
          )
        }
      </Loaded>
      <Modal
        opened={step !== null}
        onClose={close}
        closeOnClickOutside={!codes}
        title={codes ? t('twoFactor.codesTitle') : step && t(`twoFactor.${step}`)}
        size="md"
      >
        {codes && <RecoveryCodes codes={codes} onDone={close} />}
        {!codes && step === 'setUp' && <SetUpTwoFactor onEnabled={setCodes} onCancel={close} />}
        {!codes && step === 'renew' && (
          <PasswordProof
            text={t('twoFactor.renewText')}
            submitLabel={t('twoFactor.renew')}
            send={async (body) => setCodes((await renew(body)).recovery_codes)}
            onCancel={close}
          />
        )}
        {!codes && step === 'turnOff' && (
          <PasswordProof
            text={t('twoFactor.turnOffText')}
            submitLabel={t('twoFactor.turnOff')}
            danger
            send={async (body) => {
              await disable(body);
              close();
              toastSuccess(t('twoFactor.turnedOff'));
            }}
            onCancel={close}
          />
        )}
      </Modal>
    </Panel>
  );
}
