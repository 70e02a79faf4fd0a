import { useEffect } from 'react';

export const PRODUCT = 'Slipway';

/** What the page that is shown is called; null before it has said so. */
export function documentName(): string | null {
  const [name, product] = document.title.split(` · ${PRODUCT}`);
  return product === undefined || !name ? null : name;
}

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
