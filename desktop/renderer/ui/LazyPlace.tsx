import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ErrorState } from './ErrorState.tsx';
import { type LoadPart, useLazy } from './use-lazy.ts';

interface LazyPlaceProps<Props extends object> {
  load: LoadPart<Props>;
  props: Props;
  /** Shown until it has loaded. */
  fallback: ReactNode;
}

/** A part of the page whose code loads when it is first shown; if that fails, its place says so and offers a retry. */
export function LazyPlace<Props extends object>({ load, props, fallback }: LazyPlaceProps<Props>) {
  const { t } = useTranslation();
  const { Part, error, retrying, retry } = useLazy(load);
  if (Part) return <Part {...props} />;
  if (!error) return fallback;
  const action = error.reason === 'replaced' ? { action: t('crash.reload') } : {};
  return <ErrorState error={error} onRetry={retry} retrying={retrying} {...action} />;
}
