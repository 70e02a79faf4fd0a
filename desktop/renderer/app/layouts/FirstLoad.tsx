import { Center, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Shown before there is a layout. */
export function FirstLoad() {
  const { t } = useTranslation();
  return (
    <Center h="100dvh" role="status" aria-label={t('state.loading')}>
      <Loader type="dots" />
    </Center>
  );
}
