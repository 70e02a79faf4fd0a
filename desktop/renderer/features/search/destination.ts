import type { Icon } from '@tabler/icons-react';

/** A page or action the search finds without asking the server. */
export interface Destination {
  label: string;
  /** Its section, which is searched too. */
  section?: string | undefined;
  /** A path, or a function. */
  go: string | (() => void);
  icon: Icon;
}

/** Destinations with every typed word in their label or section; all of them while nothing is typed. */
export function matchDestinations(destinations: Destination[], typed: string): Destination[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return destinations.filter(({ label, section = '' }) => {
    const text = `${section} ${label}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
