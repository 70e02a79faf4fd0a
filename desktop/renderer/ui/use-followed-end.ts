import { useEffect, useRef } from 'react';

/** Within this distance from the end, the log keeps following it. */
const FOLLOW_PX = 40;

/** Keeps the newest line in view, unless the person scrolled up to read. */
export function useFollowedEnd<Box extends HTMLElement = HTMLDivElement>(shown: number | string) {
  const box = useRef<Box>(null);
  const following = useRef(true);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const onScroll = () => {
      following.current = element.scrollHeight - element.scrollTop - element.clientHeight < FOLLOW_PX;
    };
    element.addEventListener('scroll', onScroll, { passive: true });
    return () => element.removeEventListener('scroll', onScroll);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new line is what moves the end.
  useEffect(() => {
    if (following.current) box.current?.scrollTo({ top: box.current.scrollHeight });
  }, [shown]);
  return box;
}
