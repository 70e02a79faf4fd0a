import { useEffect } from 'react';

/** Ctrl+/ and Cmd+/ toggle the search wherever one is; / alone opens it where nothing is being typed. */
export function useSearchKeys(open: () => void, toggle: () => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== '/' || event.defaultPrevented || event.repeat) return;
      if (event.ctrlKey || event.metaKey) toggle();
      else if (!isTyping(event.target) && !document.querySelector('[aria-modal="true"]')) open();
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [open, toggle]);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
