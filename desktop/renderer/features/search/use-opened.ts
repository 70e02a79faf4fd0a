import { useDisclosure } from '@mantine/hooks';
import { useEffect, useRef } from 'react';

/**
 * Whether the palette is open. Its field takes the focus before the dialog around it could note where that was, so it
 * is noted here, and given back.
 */
export function useOpened() {
  const [opened, { open: show, close }] = useDisclosure(false);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const from = opener.current;
    if (opened || !from) return;
    opener.current = null;
    if (from instanceof HTMLElement && from.isConnected) from.focus({ preventScroll: true });
  }, [opened]);
  const open = () => {
    opener.current = document.activeElement;
    show();
  };
  return [opened, { open, close, toggle: opened ? close : open }] as const;
}
