import { useEffect } from 'react';
import { isMac } from '../../lib/is-mac.ts';
import { isSingleKey } from '../../lib/single-keys.ts';

/**
 * Ctrl+K and Ctrl+/ (⌘ on a Mac) toggle the palette everywhere, but leave Ctrl+K to a terminal and to a Mac's fields;
 * / alone opens it unless something is being typed.
 */
export function useSearchKeys(open: () => void, toggle: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing) return;
      if (isToggle(event)) toggle();
      else if (event.key === '/' && isSingleKey(event)) open();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open, toggle]);
}

function isToggle({ key, ctrlKey, metaKey, altKey, shiftKey, target }: KeyboardEvent): boolean {
  if (key === '/') return ctrlKey || metaKey;
  if (key.toLowerCase() !== 'k' || altKey || shiftKey || ctrlKey === metaKey) return false;
  if (metaKey) return true;
  const inTerminal = target instanceof Element && target.closest('.xterm') !== null;
  return !inTerminal && !isMac();
}
