import { useTranslation } from 'react-i18next';
import { NotFound } from '../../ui/NotFound.tsx';

export function HostNotFound() {
  const { t } = useTranslation('hosts');
  return <NotFound title={t('notFound.title')} text={t('notFound.text')} to="/hosts" back={t('toHosts')} />;
}
