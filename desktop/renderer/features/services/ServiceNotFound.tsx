import { useTranslation } from 'react-i18next';
import { NotFound } from '../../ui/NotFound.tsx';

export function ServiceNotFound() {
  const { t } = useTranslation('services');
  return <NotFound title={t('notFound.title')} text={t('notFound.text')} to="/services" back={t('toServices')} />;
}
