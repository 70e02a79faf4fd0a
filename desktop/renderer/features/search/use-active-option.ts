import { useEffect, useState } from 'react';

/**
 * The id of the entry that the arrow keys are at, for `aria-activedescendant`. Spotlight marks it with `data-selected` and
 * nothing else; those who can't see it hear it by this. Give `setList` to the list as its ref.
 */
export function useActiveOption(): { active: string | undefined; setList: (list: HTMLElement | null) => void } {
  const [list, setList] = useState<HTMLElement | null>(null);
  const [active, setActive] = useState<string>();
  useEffect(() => {
    if (!list) return setActive(undefined);
    const follow = () => {
      for (const option of list.querySelectorAll('[data-action]')) {
        option.setAttribute('aria-selected', String(option.hasAttribute('data-selected')));
      }
      setActive(list.querySelector('[data-selected]')?.id);
    };
    follow();
    const observer = new MutationObserver(follow);
    observer.observe(list, { subtree: true, childList: true, attributeFilter: ['data-selected'] });
    return () => observer.disconnect();
  }, [list]);
  return { active, setList };
}
