import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { keepDraft, takeDraft } from '../lib/drafts.ts';
import { i18n } from '../lib/i18n.ts';

/**
 * Restores what was typed before the session ended, and keeps all but `without` when that happens. No name, no draft.
 */
export function useDraft<Values extends Record<string, unknown>>(
  name: string | undefined,
  form: UseFormReturnType<Values>,
  without: readonly string[] = [],
): void {
  const restore = useEffectEvent((of: string) => {
    const draft = takeDraft(of);
    if (!draft) return;
    form.setValues(draft as Partial<Values>);
    // Loaded on demand: the login's form has no use for it, and should be there at once.
    void import('./toast.ts').then(({ toastSuccess }) => toastSuccess(i18n.t('draft.restored')));
  });
  const valuesNow = useEffectEvent(() => {
    if (!form.isDirty()) return {};
    return Object.fromEntries(Object.entries(form.getValues()).filter(([field]) => !without.includes(field)));
  });
  useEffect(() => {
    if (!name) return;
    restore(name);
    return keepDraft(name, () => valuesNow());
  }, [name]);
}
