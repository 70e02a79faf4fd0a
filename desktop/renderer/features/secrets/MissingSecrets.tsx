import { Alert, Button, Group, Modal, Stack } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddSecretForm } from './AddSecretForm.tsx';

interface MissingSecretsProps {
  /** Which the signed-in person hasn't got; nothing is shown for none. */
  names: string[];
  /** What needs them. */
  text: (missing: { names: string; count: number }) => string;
}

/** Says which secrets are missing, and makes each without leaving the page. */
export function MissingSecrets({ names, text }: MissingSecretsProps) {
  const { t } = useTranslation('secrets');
  const [asked, setAsked] = useState<string | null>(null);
  const [made, setMade] = useState<readonly string[]>([]);
  const missing = names.filter((name) => !made.includes(name));
  const close = () => setAsked(null);
  return (
    <>
      {missing.length > 0 && (
        <Alert color="yellow">
          <Stack gap="xs">
            {text({ names: missing.join(', '), count: missing.length })}
            <Group gap="xs">
              {missing.map((name) => (
                <Button key={name} variant="default" size="compact-sm" onClick={() => setAsked(name)}>
                  {t('addNamed', { name })}
                </Button>
              ))}
            </Group>
          </Stack>
        </Alert>
      )}
      <Modal opened={asked !== null} onClose={close} title={t('add')} size="lg">
        {asked !== null && (
          <AddSecretForm
            whose={{ owner: 'person' }}
            name={asked}
            onAdded={() => setMade((before) => [...before, asked])}
            onClose={close}
          />
        )}
      </Modal>
    </>
  );
}
