import { Badge } from '@mantine/core';
import { serverText } from '../lib/server-text.ts';
import classes from './StatusBadge.module.css';

export type Tone = 'good' | 'busy' | 'idle' | 'warning' | 'bad';

/** Status words of every slice and their colours. Unknown words are neutral. */
const TONES: Record<string, Tone> = {
  Active: 'good',
  Pending: 'busy',
  Offline: 'idle',
  'Pending Deletion': 'warning',
  Deleted: 'bad',
};

interface StatusBadgeProps {
  /** A status of the server, or a word to show as it is. */
  status: string;
  tone?: Tone;
}

/** A coloured dot and a word; the dot of something in progress pulses. */
export function StatusBadge({ status, tone = TONES[status] ?? 'idle' }: StatusBadgeProps) {
  return (
    <Badge
      variant="default"
      radius="xl"
      className={classes.badge}
      leftSection={<span className={classes.dot} />}
      data-tone={tone}
    >
      {serverText(status)}
    </Badge>
  );
}
