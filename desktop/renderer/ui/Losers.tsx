import type { UseQueryResult } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

interface LosersProps {
  query: Pick<UseQueryResult<{ name: string }[]>, 'data' | 'isError'>;
}

/** Which workspaces lose what is about to be deleted. */
export function Losers({ query: { data, isError } }: LosersProps) {
  const { t, i18n } = useTranslation();
  if (!data) return <>{t(isError ? 'losers.unknown' : 'losers.loading')}</>;
  if (data.length === 0) return <>{t('losers.none')}</>;
  const names = new Intl.ListFormat(i18n.language).format(data.map(({ name }) => name));
  return <>{t('losers.named', { count: data.length, names })}</>;
}
