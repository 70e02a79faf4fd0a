import { useState } from 'react';

/** The items in the order in which they came since `typed` changed: what joins them later joins at the end. */
export function useSteadyOrder<Item extends { id: string }>(items: Item[], typed: string): Item[] {
  const [kept, setKept] = useState({ typed, ids: items.map(({ id }) => id) });
  const byId = new Map(items.map((item) => [item.id, item]));
  const before = kept.typed === typed ? kept.ids : [];
  const ids = [...new Set([...before, ...byId.keys()])].filter((id) => byId.has(id));
  if (kept.typed !== typed || kept.ids.join() !== ids.join()) setKept({ typed, ids });
  return ids.flatMap((id) => byId.get(id) ?? []);
}
