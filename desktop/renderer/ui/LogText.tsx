import { Code } from '@mantine/core';
import { useFollowedEnd } from './use-followed-end.ts';

/** What a program wrote; stays at its end while that grows, unless somebody scrolled up. `mah` in pixels. */
export function LogText({ text, label, mah }: { text: string; label: string; mah?: number }) {
  const box = useFollowedEnd<HTMLPreElement>(text);
  return (
    <Code
      block
      ref={box}
      tabIndex={0}
      role="log"
      aria-label={label}
      mah={mah}
      style={{ overflow: 'auto', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
    >
      {text}
    </Code>
  );
}
