import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { SEARCH_ICONS, type SearchResult } from '#shared/features/search/contract.ts';
import { useSession } from '../../lib/session.ts';

/** Something that was opened lately, as a search would find it. */
export type Recent = Pick<SearchResult, 'heading' | 'icon' | 'text' | 'url'>;

const KEPT = 12;

/** Another organization has other things. */
export function recentOwner({ id, organization }: { id: string; organization: { id: string } }): string {
  return `${id} ${organization.id}`;
}

interface Recents {
  /** By person and organization, newest first. */
  of: Record<string, Recent[]>;
}

export const useRecents = create<Recents>()(
  persist(() => ({ of: {} }), {
    name: 'slipway.recent',
    merge: (stored, initial) => ({ ...initial, of: readRecents(stored) }),
  }),
);

/** Puts it first. */
export function remember(owner: string, { heading, icon, text, url }: Recent): void {
  const list = useRecents.getState().of[owner] ?? [];
  if (list[0]?.url === url && list[0].heading === heading) return;
  keep(owner, [{ heading, icon, text, url }, ...list.filter((each) => each.url !== url)].slice(0, KEPT));
}

/** It is gone. */
export function forget(owner: string, url: string): void {
  const list = useRecents.getState().of[owner] ?? [];
  if (list.some((each) => each.url === url))
    keep(
      owner,
      list.filter((each) => each.url !== url),
    );
}

function keep(owner: string, list: Recent[]): void {
  useRecents.setState(({ of }) => ({ of: { ...of, [owner]: list } }));
}

// Whoever signs out leaves no names behind in this browser.
useSession.subscribe(({ key }, before) => {
  if (key === null && before.key !== null) useRecents.setState({ of: {} });
});

/** What another version or another program stored may be anything. */
export function readRecents(stored: unknown): Recents['of'] {
  const of = isRecord(stored) && isRecord(stored.of) ? stored.of : {};
  return Object.fromEntries(
    Object.entries(of).map(([owner, list]) => [owner, Array.isArray(list) ? list.filter(isRecent) : []]),
  );
}

function isRecent(value: unknown): value is Recent {
  if (!isRecord(value)) return false;
  const { heading, icon, text, url } = value;
  const texts = [heading, text, url].every((each) => typeof each === 'string');
  return texts && /^\/[^/\\]/.test(String(url)) && (SEARCH_ICONS as readonly unknown[]).includes(icon);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
