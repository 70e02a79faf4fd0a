import { useCallback, useEffect, useRef } from 'react';

/**
 * Keeps what is typed between the shortcut and the moment the palette's field is there, which may take until its code
 * has come. Returns how the palette takes it.
 */
export function useEarlyKeys(opened: boolean, close: () => void): () => string {
  /** Null once the palette has it, and types itself. */
  const typed = useRef<string | null>(null);
  useEffect(() => {
    if (!opened) return;
    const onKeyDown = (event: KeyboardEvent) => {
      if (typed.current === null || event.ctrlKey || event.metaKey || event.isComposing) return;
      if (event.key === 'Escape') close();
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else if ([...event.key].length === 1) typed.current += event.key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener('keydown', onKeyDown, true);
    return () => window.removeEventListener('keydown', onKeyDown, true);
  }, [opened, close]);
  // Before the palette's own effects, which take it.
  if (!opened) typed.current = '';
  return useCallback(() => {
    const early = typed.current ?? '';
    typed.current = null;
    return early;
  }, []);
}
