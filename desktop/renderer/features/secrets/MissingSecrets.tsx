import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddSecretForm } from './AddSecretForm.tsx';

interface MissingSecretsProps {
  /** Which the signed-in person hasn't got; nothing is shown for none. */
  names: string[];
  /** What needs them. */
  text: string;
}

/** Says which secrets are missing, and makes each without leaving the page. */
export function MissingSecrets({ names, text }: MissingSecretsProps) {
  const { t } = useTranslation('secrets');
  const [added, setAdded] = useState<string | null>(null);
  const close = () => setAdded(null);
  return (
    <>
      {names.length > 0 && (
        <Alert color="yellow">
          <Stack gap="xs">
            {text}
            <Group gap="xs">
              {names.map((name) => (
                <Button key={name} variant="default" size="compact-sm" onClick={() => setAdded(name)}>
                  {t('addNamed', { name })}
                </Button>
              ))}
            </Group>
          </Stack>
        </Alert>
      )}
      <Modal opened={added !== null} onClose={close} title={t('add')} size="lg">
        {added !== null && <AddSecretForm whose={{ owner: 'person' }} name={added} onClose={close} />}
      </Modal>
    </>
  );
}
