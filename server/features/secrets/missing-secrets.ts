import type { Executor } from '../../platform/database.ts';
import { collectSecrets, type Receiver } from './collect.ts';

/** Which of these names a workspace wouldn't get a secret of. */
export async function missingSecrets(
  executor: Executor,
  to: Omit<Receiver, 'secretNames'>,
  names: readonly string[],
): Promise<string[]> {
  if (names.length === 0) return [];
  const collected = await collectSecrets(executor, { ...to, secretNames: [...names] });
  const there = new Set(collected.secrets.map(({ name }) => name));
  return names.filter((name) => !there.has(name));
}
