import { create } from 'zustand';

export interface PageFailure {
  /** Where the person wanted to go. */
  path: string;
  /** The page's title, or its path as long as that isn't known. */
  page: string;
  message: string;
}

/** The last failed load of a page, for the login page to report. */
export const usePageFailure = create<{ failure: PageFailure | null }>(() => ({ failure: null }));

export function reportPageFailure(failure: PageFailure): void {
  usePageFailure.setState({ failure });
}

export function clearPageFailure(): void {
  usePageFailure.setState({ failure: null });
}
