import { useState } from 'react';

/**
 * The selected one of a list that grows: the first one, until the person selects another; that stays, whatever joins the
 * list, until `typed` changes or it leaves.
 */
export function useSelection(ids: string[], typed: string) {
  const [choice, setChoice] = useState<{ typed: string; id: string | undefined }>({ typed, id: undefined });
  const stays = choice.typed === typed && choice.id !== undefined && ids.includes(choice.id);
  const selected = stays ? choice.id : ids[0];
  const select = (id: string | undefined) => setChoice({ typed, id });
  return {
    selected,
    select,
    /** Up or down, and around at the ends. */
    move: (by: 1 | -1) => {
      const at = selected === undefined ? -1 : ids.indexOf(selected);
      select(ids.at((at + by) % Math.max(ids.length, 1)));
    },
  };
}
