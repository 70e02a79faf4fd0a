import { useEffect } from 'react';

export const PRODUCT = 'Slipway';

/** The title of the current page; null until it has set one. */
export function documentName(): string | null {
  const [name, product] = document.title.split(` · ${PRODUCT}`);
  return product === undefined || !name ? null : name;
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
