import { type RefObject, useEffect, useRef } from 'react';

/**
 * When the focused element disappears, like the button of a deleted row, the focus stays in the list instead of jumping
 * to the top of the page. The list must be focusable (`tabIndex`).
 */
export function useKeptFocus(list: RefObject<HTMLElement | null>): void {
  const last = useRef<Element | null>(null);
  useEffect(() => {
    const follow = ({ target }: FocusEvent) => {
      last.current = target instanceof Element && list.current?.contains(target) ? target : null;
    };
    document.addEventListener('focusin', follow);
    return () => document.removeEventListener('focusin', follow);
  }, [list]);
  // After every render, because that is when it may disappear.
  useEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  });
}
