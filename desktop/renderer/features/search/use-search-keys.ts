import { useEffect } from 'react';
import { isSingleKey } from '../../lib/single-keys.ts';

/** Ctrl+/ and Cmd+/ toggle the search everywhere; / alone opens it unless something is being typed. */
export function useSearchKeys(open: () => void, toggle: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || event.repeat) return;
      if (event.ctrlKey || event.metaKey) toggle();
      else if (isSingleKey(event)) open();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open, toggle]);
}
