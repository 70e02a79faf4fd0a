import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { TerminalViewer } from '#shared/api/terminal.ts';
import { Face } from '../../ui/Face.tsx';

/** Who sees a shared terminal now, and whether they may type. On the terminal's dark ground in both schemes. */
export function PeopleHere({ people }: { people: TerminalViewer[] }) {
  const { t } = useTranslation('sharing');
  return (
    <Group gap="sm" component="ul" role="list" aria-label={t('here')} aria-live="polite" m={0} p={0}>
      {people.map(({ id, name, profile_photo_url, mode }) => (
        <Group key={id} component="li" gap={6} wrap="nowrap" miw={0}>
          <Face size={20} name={name} src={profile_photo_url} />
          <Text size="xs" truncate>
            {name}
          </Text>
          <Text size="xs" c="gray.5" style={{ whiteSpace: 'nowrap' }}>
            {t(`does.${mode}`)}
          </Text>
        </Group>
      ))}
    </Group>
  );
}
