import { IconUserOff } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { NotFound } from '../../ui/NotFound.tsx';

export function UserNotFound() {
  const { t } = useTranslation('users');
  return (
    <NotFound
      icon={<IconUserOff size={24} />}
      title={t('notFound.title')}
      text={t('notFound.text')}
      to="/users"
      back={t('notFound.action')}
    />
  );
}
