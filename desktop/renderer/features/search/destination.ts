import type { Icon } from '@tabler/icons-react';

/** A page, or something to do on one, that the search leads to without asking the server. */
export interface Destination {
  label: string;
  /** What it belongs to; found by this too. */
  section?: string | undefined;
  /** A path, or what to do. */
  go: string | (() => void);
  icon: Icon;
}

/** Those that have every typed word in their label or section; all of them while nothing is typed. */
export function matchDestinations(destinations: Destination[], typed: string): Destination[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return destinations.filter(({ label, section = '' }) => {
    const text = `${section} ${label}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
