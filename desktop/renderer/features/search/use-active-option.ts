import { useEffect, useState } from 'react';

/**
 * The id of the entry selected with the arrow keys, for `aria-activedescendant`: Spotlight only marks it with
 * `data-selected`, which screen readers don't see. Use `setList` as the list's ref.
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
