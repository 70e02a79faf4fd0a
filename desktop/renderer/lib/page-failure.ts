import { create } from 'zustand';

export interface PageFailure {
  /** Where the person wanted to go. */
  path: string;
  /** What the page is called, or its path while that is not known. */
  page: string;
  message: string;
}

/** The last failed load of a page, for the login page to tell (decisions §2.2). */
export const usePageFailure = create<{ failure: PageFailure | null }>(() => ({ failure: null }));

export function reportPageFailure(failure: PageFailure): void {
  usePageFailure.setState({ failure });
}

export function clearPageFailure(): void {
  usePageFailure.setState({ failure: null });
}
