import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/**
 * Whether single keys (`/`, `n`, `g w`) do something; remembered in this browser. Whoever dictates or uses a switch can turn
 * them off (WCAG 2.1.4).
 */
export const useSingleKeys = create<{ enabled: boolean; toggle: () => void }>()(
  persist((set) => ({ enabled: true, toggle: () => set(({ enabled }) => ({ enabled: !enabled })) }), {
    name: 'slipway.single-keys',
    partialize: ({ enabled }) => ({ enabled }),
  }),
);

/** Where keys have a meaning of their own: fields, menus, terminals, whatever is open over the page, and the tour. */
const TAKEN = 'input:not([type="checkbox"], [type="radio"]), textarea, select, [role="menu"], [role="dialog"]';

/** True for a key that is pressed by itself, where nothing is being typed and nothing is open over the page. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (!useSingleKeys.getState().enabled || event.defaultPrevented || event.repeat || event.isComposing) return false;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const { target } = event;
  if (target instanceof HTMLElement && (target.isContentEditable || target.closest(TAKEN))) return false;
  // A dialog that is fading away has given the focus back to the page already.
  const inPage = target !== document.body || !document.querySelector('[aria-modal="true"]');
  return inPage && !document.body.classList.contains('driver-active');
}
