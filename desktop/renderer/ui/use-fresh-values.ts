import type { UseFormReturnType } from '@mantine/form';
import { useEffect, useEffectEvent, useRef } from 'react';

/**
 * When what is edited has changed somewhere else (another tab, another person), the fields that were not touched here show
 * it: saving does not undo what others did meanwhile. What was typed stays.
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
