import { useMantineColorScheme } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrentUser, Theme } from '#shared/features/auth/contract.ts';
import { updatePreferences } from '#shared/features/profile/contract.ts';
import { call } from '../../lib/call.ts';
import { setLanguage } from '../../lib/i18n.ts';
import { toastError } from '../../ui/toast.ts';
import { currentUserQuery } from './queries.ts';

/** Theme and language: change here at once, and are stored for all of the person's devices. */
export function usePreferences() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { i18n } = useTranslation();
  const client = useQueryClient();
  const keep = (body: { theme?: Theme; locale?: string }) => {
    const before = client.getQueryData(currentUserQuery.queryKey);
    // An administrator acting as somebody chooses for this browser only.
    if (!before || before.adminUser) return;
    client.setQueryData(currentUserQuery.queryKey, { ...before, ...body });
    call(updatePreferences, { body }).catch((error: Error) => toastError(error.message));
  };
  return {
    theme: colorScheme,
    language: i18n.language,
    chooseTheme: (theme: Theme) => {
      setColorScheme(theme);
      keep({ theme });
    },
    chooseLanguage: (locale: string) => {
      void setLanguage(locale);
      keep({ locale });
    },
  };
}

/** A choice made on another device applies here too. */
export function useChosenPreferences(user: CurrentUser | undefined): void {
  const { setColorScheme } = useMantineColorScheme();
  const own = user?.adminUser ? undefined : user;
  const theme = own?.theme;
  const locale = own?.locale;
  // biome-ignore lint/correctness/useExhaustiveDependencies: Mantine's setter is new with every render.
  useEffect(() => {
    if (theme) setColorScheme(theme);
  }, [theme]);
  useEffect(() => {
    if (locale) void setLanguage(locale);
  }, [locale]);
}
