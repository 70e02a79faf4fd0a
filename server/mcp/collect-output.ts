/** Of long output the beginning and the end are kept, in characters. */
const HEAD = 24_000;
const TAIL = 40_000;

export interface Collected {
  add(text: string): void;
  /** With a note where something is left out. */
  text(): string;
  /** How much is left out of `text`. */
  leftOut(): number;
}

/** Keeps as much of a command's output as a client can take. */
export function collectOutput(limits: { head?: number; tail?: number } = {}): Collected {
  const { head = HEAD, tail = TAIL } = limits;
  let [first, last, dropped] = ['', '', 0];
  const leftOut = () => dropped + Math.max(0, last.length - tail);
  return {
    add(text) {
      const room = head - first.length;
      if (room > 0) first += text.slice(0, room);
      last += text.slice(Math.max(0, room));
      if (last.length <= 2 * tail) return;
      dropped += last.length - tail;
      last = last.slice(-tail);
    },
    text() {
      // A cut may have gone through a character.
      if (leftOut() === 0) return (first + last).toWellFormed();
      return `${first}\n[… ${leftOut()} characters left out …]\n${last.slice(-tail)}`.toWellFormed();
    },
    leftOut,
  };
}
