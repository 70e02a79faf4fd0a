/** The fields of every init message of a workspace, host or service. */
interface Numbered {
  number: number;
  create_date: string;
}

/**
 * Merges messages, in order and without duplicates: a number counts once. Numbers restart at 1 with every launch or
 * start, so a message newer than one with a higher number begins a new run and ends the old one; late messages of the
 * old run are dropped.
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
