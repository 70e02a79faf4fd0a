import { useLayoutEffect } from 'react';

/** Takes away what `index.html` shows before the scripts run, now that a layout is there. */
export function useFirstFrame(): void {
  useLayoutEffect(() => document.querySelector('.first-frame')?.remove(), []);
}
