import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NotFound } from '../../ui/NotFound.tsx';

export function GroupNotFound() {
  const { t } = useTranslation('groups');
  return (
    <NotFound
      icon={<IconUsersGroup size={24} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      to="/groups"
      back={t('notFound.action')}
    />
  );
}
