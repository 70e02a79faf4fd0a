import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * When the edited thing changes elsewhere (another tab or person), untouched fields show it, so that saving doesn't
 * undo others' changes. What was typed stays.
 */
export function useFreshValues<Values extends Record<string, unknown>>(
  form: UseFormReturnType<Values>,
  initialValues: Values,
): void {
  const now = JSON.stringify(initialValues);
  const shown = useRef(now);
  const follow = useEffectEvent(() => {
    const touched = Object.entries(form.getValues()).filter(([field]) => form.isDirty(field));
    form.setInitialValues(initialValues);
    form.setValues({ ...initialValues, ...Object.fromEntries(touched) });
  });
  useEffect(() => {
    if (shown.current === now) return;
    shown.current = now;
    follow();
  }, [now]);
}
