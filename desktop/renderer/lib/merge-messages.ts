/** What every init message has on the wire, of a workspace, a host or a service. */
interface Numbered {
  number: number;
  create_date: string;
}

/**
 * Adds messages to those known, in order and without duplicates (spec/1 §4): a number counts once. Numbers start at 1
 * again with every launch or start, so a message that is newer than a later number begins a new run and ends the old
 * one, and what still arrives of the old run is dropped.
 */
export function mergeMessages<M extends Numbered>(known: readonly M[], incoming: readonly M[]): M[] {
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

function isLater(other: Numbered, number: number, at: number): boolean {
  return other.number > number && Date.parse(other.create_date) >= at;
}
