import type { Icon } from '@tabler/icons-react';
import type { SearchResult } from '#shared/features/search/contract.ts';

/** A page, a thing or an action that the palette offers. */
export interface Command {
  /** Unique among all that are offered; the path of what has a page. */
  id: string;
  label: string;
  /** Shown beside it. */
  section?: string | undefined;
  /** Words that find it beside its label. */
  words?: string | undefined;
  icon: Icon | SearchResult;
  /** A path, or what it does; an error's message is shown. */
  go: string | (() => unknown);
  /** What can't be taken back is asked first. */
  ask?: { title: string; text: string; confirm: string };
}
