import { CloseButton, Drawer, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Logo } from '../../ui/Logo.tsx';
import { Sidebar } from './Sidebar.tsx';

interface SidebarDrawerProps {
  opened: boolean;
  onClose: () => void;
}

/** The sidebar on a phone. */
export function SidebarDrawer({ opened, onClose }: SidebarDrawerProps) {
  const { t } = useTranslation('shell');
  return (
    <Drawer.Root opened={opened} onClose={onClose} size={264}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t('menu.label')}>
        <Drawer.Body>
          <Group justify="space-between" mb="sm">
            <Logo size={24} />
            <CloseButton onClick={onClose} aria-label={t('sidebar.close')} />
          </Group>
          <Sidebar folded={false} />
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
