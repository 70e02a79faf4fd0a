import type { Icon } from '@tabler/icons-react';

/** A page, or something to do on one, that the search leads to without asking the server. */
export interface Destination {
  label: string;
  /** A path, or what to do. */
  go: string | (() => void);
  icon: Icon;
}

/** Those whose label has every typed word in it; all of them while nothing is typed. */
export function matchDestinations(destinations: Destination[], typed: string): Destination[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return destinations.filter(({ label }) => words.every((word) => label.toLowerCase().includes(word)));
}
