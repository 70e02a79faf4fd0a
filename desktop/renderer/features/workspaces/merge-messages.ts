import type { InitMessage } from '#shared/features/workspaces/contract.ts';

/**
 * Adds messages to those known, in order and without duplicates (spec/1 §4): a number counts once. Numbers start at 1
 * again with every launch or start, so a message that is newer than a later number begins a new run and ends the old
 * one, and what still arrives of the old run is dropped.
 */
export function mergeMessages(known: readonly InitMessage[], incoming: readonly InitMessage[]): InitMessage[] {
  let merged = [...known];
  for (const message of incoming) {
    const at = Date.parse(message.create_date);
    const belongsToOldRun = merged.some(
      (other) => other.number <= message.number && Date.parse(other.create_date) > at,
    );
    if (belongsToOldRun) continue;
    merged = merged.filter((other) => other.number < message.number || isLater(other, message.number, at));
    merged.push(message);
    merged.sort((a, b) => a.number - b.number);
  }
  return merged;
}

function isLater(other: InitMessage, number: number, at: number): boolean {
  return other.number > number && Date.parse(other.create_date) >= at;
}
