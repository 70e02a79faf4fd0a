import { type ReactNode, useEffect, useState } from 'react';
import { whenIdle } from '../lib/when-idle.ts';

interface LaterProps {
  /** Shows them at once, as somebody asked for them. */
  now?: boolean;
  children: ReactNode;
}

/** What nobody looks for in the first moment: it comes once the page itself has been painted. */
export function Later({ now = false, children }: LaterProps) {
  const [due, setDue] = useState(false);
  useEffect(() => whenIdle(() => setDue(true)), []);
  return (due || now) && children;
}
