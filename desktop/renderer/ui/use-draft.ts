import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent } from 'react';
import { keepDraft, takeDraft } from '../lib/drafts.ts';
import { i18n } from '../lib/i18n.ts';

export interface DraftOptions {
  /** Fields that aren't kept. */
  without?: readonly string[] | undefined;
  /** Survives a change of page and a reload, too. */
  lasting?: boolean | undefined;
  /** Whether what was typed has been sent or cancelled. */
  dropped?: () => boolean;
}

/** Restores what was typed before the session ended, and keeps it when that happens. No name, no draft. */
export function useDraft<Values extends Record<string, unknown>>(
  name: string | undefined,
  form: UseFormReturnType<Values>,
  { without = [], lasting = false, dropped = () => false }: DraftOptions = {},
): void {
  const restore = useEffectEvent((of: string) => {
    const draft = takeDraft(of);
    if (!draft) return;
    form.setValues(draft as Partial<Values>);
    if (lasting) return;
    // Loaded on demand: the login's form has no use for it, and should be there at once.
    void import('./toast.ts').then(({ toastSuccess }) => toastSuccess(i18n.t('draft.restored')));
  });
  const valuesNow = useEffectEvent(() => {
    if (dropped()) return {};
    const touched = Object.entries(form.getValues()).filter(([field]) => form.isDirty(field));
    return Object.fromEntries(touched.filter(([field]) => !without.includes(field)));
  });
  useEffect(() => {
    if (!name) return;
    restore(name);
    return keepDraft(name, () => valuesNow(), { onLeave: lasting });
  }, [name, lasting]);
}
