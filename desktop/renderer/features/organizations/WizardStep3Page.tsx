import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { platform } from '../../lib/platform/current-platform.ts';
import { repeatable } from '../../lib/query-client.ts';
import { FormBanner } from '../../ui/FormBanner.tsx';
import { Page } from '../../ui/Page.tsx';
import { KeyManager, LocalKeys, sshKeysQuery } from '../ssh-keys/index.ts';
import { useFinishStep } from './use-finish-step.ts';

/** /wizard/step3 */
export function WizardStep3Page() {
  const { t } = useTranslation(['wizard', 'common', 'sshKeys']);
  const [adding, setAdding] = useState(false);
  const { data: keys } = useQuery(sshKeysQuery());
  const finish = useFinishStep(3);
  const next = useMutation({ mutationFn: () => finish('/wizard/step4'), ...repeatable });
  return (
    <Page
      title={t('step3.title')}
      intro={t('step3.intro')}
      actions={
        keys &&
        keys.length > 0 && (
          <Button leftSection={<IconPlus size={16} />} variant="default" onClick={() => setAdding(true)}>
            {t('sshKeys:add')}
          </Button>
        )
      }
    >
      <FormBanner message={next.error?.message} />
      {platform.desktop && <LocalKeys desktop={platform.desktop} />}
      <KeyManager adding={adding} onAdding={setAdding} />
      {keys?.length === 0 && (
        <Text size="sm" c="dimmed" ta="center">
          {t('step3.none')}
        </Text>
      )}
      <Group justify="space-between">
        <Button component={Link} to="/wizard/step2" variant="default">
          {t('common:action.back')}
        </Button>
        <Button onClick={() => next.mutate()} loading={next.isPending} disabled={!keys || keys.length === 0}>
          {t('common:action.continue')}
        </Button>
      </Group>
    </Page>
  );
}
