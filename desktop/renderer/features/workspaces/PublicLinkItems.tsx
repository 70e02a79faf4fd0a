import { Menu } from '@mantine/core';
import { IconArrowLeft, IconClock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PUBLIC_LINK_HOURS } from '#shared/features/workspaces/model.ts';

export type LinkHours = (typeof PUBLIC_LINK_HOURS)[number];

interface PublicLinkItemsProps {
  onBack: () => void;
  onChoose: (hours: LinkHours) => void;
}

/** Menu items: how long a public link lasts. */
export function PublicLinkItems({ onBack, onChoose }: PublicLinkItemsProps) {
  const { t } = useTranslation('ports');
  return (
    <>
      <Menu.Label>{t('howLong')}</Menu.Label>
      {PUBLIC_LINK_HOURS.map((hours) => (
        <Menu.Item key={hours} leftSection={<IconClock size={16} />} onClick={() => onChoose(hours)}>
          {t(`hours.${hours}`)}
        </Menu.Item>
      ))}
      <Menu.Divider />
      <Menu.Item leftSection={<IconArrowLeft size={16} />} closeMenuOnClick={false} onClick={onBack}>
        {t('back')}
      </Menu.Item>
    </>
  );
}
