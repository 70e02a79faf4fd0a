import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/**
 * Whether single keys (`/`, `n`, `g w`) are shortcuts; remembered in this browser. People who dictate or use a switch
 * can turn them off (WCAG 2.1.4).
 */
export const useSingleKeys = create<{ enabled: boolean; toggle: () => void }>()(
  persist((set) => ({ enabled: true, toggle: () => set(({ enabled }) => ({ enabled: !enabled })) }), {
    name: 'slipway.single-keys',
    partialize: ({ enabled }) => ({ enabled }),
  }),
);

/** Places where keys have their own meaning: fields, menus, terminals, anything open over the page, and the tour. */
const TAKEN = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="menu"], [role="dialog"]';

/** True for a key pressed alone, while nothing is being typed and nothing is open over the page. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (!useSingleKeys.getState().enabled || event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  if (target instanceof HTMLElement && (target.isContentEditable || target.closest(TAKEN))) return false;
  // A closing dialog has already returned the focus to the page.
  const inPage = target !== document.body || !document.querySelector('[aria-modal="true"]');
  return inPage && !document.body.classList.contains('driver-active');
}
