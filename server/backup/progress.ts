/** Says a line to the operator. */
export type Say = (line: string) => void;

const EVERY_MS = 3000;
const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'] as const;

/** `1.2 GB` */
export function shownSize(bytes: number): string {
  let [left, unit] = [bytes, 0];
  for (; left >= 1000 && unit < UNITS.length - 1; unit += 1) left /= 1000;
  return `${unit > 0 && left < 100 ? left.toFixed(1) : Math.round(left)} ${UNITS[unit]}`;
}

/** Counts bytes of a long step, and says now and then how many of them are done. */
export function countBytes(say: Say, what: string, total: number | null): (bytes: number) => void {
  let [done, saidAt] = [0, performance.now()];
  return (bytes) => {
    done += bytes;
    if (performance.now() - saidAt < EVERY_MS) return;
    saidAt = performance.now();
    say(`${what}: ${shownSize(done)}${total === null ? '' : ` of ${shownSize(total)}`}`);
  };
}
