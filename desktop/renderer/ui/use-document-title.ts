import { useEffect } from 'react';

export const PRODUCT = 'Slipway';

export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = title;
  }, [title]);
}
