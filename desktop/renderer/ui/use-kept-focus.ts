import { type RefObject, useEffect, useRef } from 'react';

/**
 * When the element that has the focus goes, as the button of a row that was deleted does, the focus stays in the list
 * and is not thrown back to the top of the page. The list must be focusable (`tabIndex`).
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
  // After every render: that is when something may have gone.
  useEffect(() => {
    if (!last.current || last.current.isConnected) return;
    last.current = null;
    if (document.activeElement === document.body) list.current?.focus({ preventScroll: true });
  });
}
