import { Avatar, Menu, UnstyledButton } from '@mantine/core';
import { IconCheck, IconSelector } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useCurrentUser } from '../../features/auth/index.ts';
import { OrganizationChoices } from './OrganizationChoices.tsx';
import classes from './Sidebar.module.css';

/** The active organization; a menu of the others when there is more than one. */
export function OrganizationSwitch({ folded }: { folded: boolean }) {
  const { t } = useTranslation('shell');
  const { organization, organization_count } = useCurrentUser();
  const face = (
    <>
      <Avatar size={28} radius="sm" color="harbor" name={organization.name} alt={folded ? organization.name : ''} />
      {!folded && <span className={classes.name}>{organization.name}</span>}
    </>
  );
  if (organization_count < 2) return <div className={classes.organization}>{face}</div>;
  return (
    <Menu position="bottom-start" width={220} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <UnstyledButton
          className={classes.organization}
          aria-label={t('organization.switchFrom', { name: organization.name })}
        >
          {face}
          {!folded && <IconSelector size={16} aria-hidden />}
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('organization.switch')}</Menu.Label>
        <OrganizationChoices current={organization.id} mark={<IconCheck size={16} />} />
      </Menu.Dropdown>
    </Menu>
  );
}
