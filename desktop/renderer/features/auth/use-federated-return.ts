import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { forgetRedirect } from './leave-for-provider.ts';

/** What the server may report about a failure at the provider. */
const REASONS = ['denied', 'failed', 'expired', 'no_email', 'known_email'];

/**
 * Handles the return from a provider: `?session_key=` is a one-time code, passed to `logIn` once, and `?federated=` a
 * reason for a failure. @returns the message for the person
 */
export function useFederatedReturn(logIn: (code: string) => Promise<void>): string | null {
  const { t } = useTranslation('auth');
  const [search, setSearch] = useSearchParams();
  const [error, setError] = useState<string | null>(null);
  const used = useRef(false);
  const code = search.get('session_key');
  const reason = search.get('federated');
  const spend = useEffectEvent((spent: string) => {
    const rest = new URLSearchParams(search);
    rest.delete('session_key');
    // First of all, remove it from the address and the history.
    setSearch(rest, { replace: true });
    forgetRedirect();
    logIn(spent).catch((failure: Error) => setError(failure.message));
  });
  useEffect(() => {
    if (!code || used.current) return;
    used.current = true;
    spend(code);
  }, [code]);
  return error ?? (reason && REASONS.includes(reason) ? t(`federated.${reason}`) : null);
}
