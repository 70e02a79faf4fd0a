import { useTranslation } from 'react-i18next';
import type { Task } from '#shared/features/tasks/contract.ts';
import { StatusBadge, type Tone } from '../../ui/StatusBadge.tsx';

const TONES: Record<NonNullable<Task['outcome']> | Task['state'], Tone> = {
  preparing: 'busy',
  running: 'busy',
  waiting: 'warning',
  done: 'idle',
  failed: 'bad',
  expired: 'idle',
  merged: 'good',
  kept: 'good',
  discarded: 'idle',
};

/** Where it stands, in a word. */
export function TaskStanding({ task: { outcome, state, taken_over } }: { task: Task }) {
  const { t } = useTranslation('tasks');
  if (outcome) return <StatusBadge status={t(`outcome.${outcome}`)} tone={TONES[outcome]} />;
  const shown = taken_over ? 'waiting' : state;
  return <StatusBadge status={t(`state.${shown}`)} tone={TONES[shown]} />;
}
