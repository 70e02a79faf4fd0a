import type { Duplex } from 'node:stream';

/** Joins two connections. Each side may finish first; when one breaks, so does the other. */
export function join(one: Duplex, other: Duplex): void {
  one.pipe(other);
  other.pipe(one);
  for (const [here, there] of [
    [one, other],
    [other, one],
  ] as const) {
    here.on('error', () => there.destroy());
    here.on('close', () => there.destroy());
  }
}
