import { Anchor, Collapse, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CodeLine } from '../../ui/CodeLine.tsx';

/** How to create a key, for people who never did. */
export function KeyHelp() {
  const { t } = useTranslation('sshKeys');
  const [open, { toggle }] = useDisclosure(false);
  const id = useId();
  return (
    <div>
      <Anchor component="button" type="button" size="sm" onClick={toggle} aria-expanded={open} aria-controls={id}>
        {t('help.open')}
      </Anchor>
      <Collapse expanded={open} id={id}>
        <Stack gap="xs" pt="xs">
          <Text size="sm">{t('help.make')}</Text>
          <CodeLine value="ssh-keygen -t ed25519" copyLabel={t('help.copyMake')} />
          <Text size="sm">{t('help.show')}</Text>
          <CodeLine value="cat ~/.ssh/id_ed25519.pub" copyLabel={t('help.copyShow')} />
          <Text size="sm">{t('help.showWindows')}</Text>
          <CodeLine value="type $env:USERPROFILE\.ssh\id_ed25519.pub" copyLabel={t('help.copyShowWindows')} />
        </Stack>
      </Collapse>
    </div>
  );
}
