import { createHash } from 'node:crypto';

/** Numbers from 0 to below 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let drawn = 0;
  return () => {
    drawn += 1;
    return createHash('sha256').update(`${seed} ${drawn}`).digest().readUInt32BE() / 2 ** 32;
  };
}

/** All of them, in an order that the numbers decide. */
export function shuffle<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((each) => ({ each, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ each }) => each);
}
