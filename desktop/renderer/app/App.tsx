import { localStorageColorSchemeManager, MantineProvider, mergeThemeOverrides } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { RouterProvider } from 'react-router-dom';
import { cssVariables } from '../ui/css-variables.ts';
import { theme } from '../ui/theme.ts';
import { queryClient, router } from './router.tsx';

const colorScheme = localStorageColorSchemeManager({ key: 'slipway.color-scheme' });

/** The look of the product. Every dialog's close button has a name in the reader's language. */
export function App() {
  const { t } = useTranslation('common');
  const close = t('action.close');
  const named = useMemo(
    () =>
      mergeThemeOverrides(theme, {
        components: { Modal: { defaultProps: { closeButtonProps: { 'aria-label': close } } } },
      }),
    [close],
  );
  return (
    <MantineProvider
      theme={named}
      cssVariablesResolver={cssVariables}
      colorSchemeManager={colorScheme}
      defaultColorScheme="auto"
    >
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
}
