import { Menu, Text, UnstyledButton } from '@mantine/core';
import { IconBuilding, IconHelp, IconLogout, IconReceipt, IconRoute, IconUser } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isManager } from '#shared/features/auth/model.ts';
import { useCurrentUser } from '../../features/auth/index.ts';
import { START_TOUR } from '../../features/tour/index.ts';
import { LANGUAGES } from '../../lib/i18n.ts';
import { openModal } from '../../lib/modals.ts';
import { DropdownMenu } from '../../ui/DropdownMenu.tsx';
import { Face } from '../../ui/Face.tsx';
import { LanguageSwitch } from './LanguageSwitch.tsx';
import { ThemeSwitch } from './ThemeSwitch.tsx';

/** Who is signed in, the theme, help, and the way out. */
export function UserMenu() {
  const { t } = useTranslation(['shell', 'common']);
  const user = useCurrentUser();
  const name = `${user.first_name} ${user.last_name}`.trim() || user.username;
  return (
    <DropdownMenu width={260}>
      <Menu.Target>
        <UnstyledButton data-tour="profile" aria-label={t('user.menu', { name })} style={{ borderRadius: '50%' }}>
          <Face size={32} src={user.profile_photo_url} name={name} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <div style={{ padding: '6px 12px' }}>
          <Text fw={600} truncate>
            {name}
          </Text>
          <Text size="sm" c="dimmed" truncate>
            {user.email_address}
          </Text>
        </div>
        <Menu.Divider />
        <Menu.Item component={Link} to="/profile" leftSection={<IconUser size={16} />}>
          {t('user.profile')}
        </Menu.Item>
        {isManager(user) && (
          <>
            <Menu.Item component={Link} to="/organization/edit" leftSection={<IconBuilding size={16} />}>
              {t('menu.organization')}
            </Menu.Item>
            <Menu.Item component={Link} to="/organization/billing" leftSection={<IconReceipt size={16} />}>
              {t('menu.billing')}
            </Menu.Item>
            <Menu.Item component={Link} {...START_TOUR} leftSection={<IconRoute size={16} />}>
              {t('user.tour')}
            </Menu.Item>
          </>
        )}
        <Menu.Divider />
        <Menu.Label>{t('theme.label')}</Menu.Label>
        <ThemeSwitch />
        {LANGUAGES.length > 1 && (
          <>
            <Menu.Divider />
            <Menu.Label>{t('common:language')}</Menu.Label>
            <LanguageSwitch />
          </>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconHelp size={16} />} onClick={() => openModal('help')}>
          {t('user.help')}
        </Menu.Item>
        <Menu.Item component={Link} to="/logout" leftSection={<IconLogout size={16} />}>
          {t('user.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </DropdownMenu>
  );
}
