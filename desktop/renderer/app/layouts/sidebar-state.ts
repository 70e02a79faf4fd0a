import { create } from 'zustand';
import { persist } from 'zustand/middleware';

/** Whether this person keeps the sidebar collapsed; remembered in this browser. */
export const useSidebar = create<{ folded: boolean; toggle: () => void }>()(
  persist((set) => ({ folded: false, toggle: () => set(({ folded }) => ({ folded: !folded })) }), {
    name: 'slipway.sidebar',
    partialize: ({ folded }) => ({ folded }),
  }),
);
