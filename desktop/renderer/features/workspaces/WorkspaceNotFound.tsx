import { useTranslation } from 'react-i18next';
import { NotFound } from '../../ui/NotFound.tsx';

export function WorkspaceNotFound() {
  const { t } = useTranslation('workspaces');
  return (
    <NotFound title={t('notFound.title')} text={t('notFound.text')} to="/workspaces" back={t('pending.toWorkspaces')} />
  );
}
