import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import { useCurrentUser } from '../../features/auth/index.ts';
import { openModal } from '../../lib/modals.ts';
import { isSingleKey } from '../../lib/single-keys.ts';
import { goKeysFor } from '../menu.ts';

/** How soon after `g` the second key must follow. */
const SEQUENCE_MS = 1500;

/** `g` and a letter opens a menu page, `n` clicks the page's own button for something new, `?` opens help. */
export function useShortcuts(): void {
  const user = useCurrentUser();
  const navigate = useNavigate();
  const press = useEffectEvent((key: string, afterG: boolean): boolean => {
    const page = afterG ? goKeysFor(user).find(({ goKey }) => goKey === key) : undefined;
    if (page) void navigate(page.to);
    else if (key === 'n') document.querySelector<HTMLElement>('main [aria-keyshortcuts="N"]')?.click();
    else if (key === '?') openModal('help');
    else return false;
    return true;
  });
  useEffect(() => {
    let pressedG = Number.NEGATIVE_INFINITY;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return;
      const afterG = event.timeStamp - pressedG < SEQUENCE_MS;
      pressedG = event.key === 'g' && !afterG ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (press(event.key, afterG)) event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, []);
}
