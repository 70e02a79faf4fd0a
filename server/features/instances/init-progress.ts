import type { Dependencies } from '../context.ts';
import { addMessage } from './init-messages.ts';
import type { Instance, Kind } from './kind.ts';

const CHUNK_MS = 300;
const TAIL_LINES = 15;
const CHUNK_LINES = 40;
const MAX_CHUNKS = 300;

/** Tells the person how a launch is going. Nothing here waits for the database, so it costs no time. */
export interface InitProgress {
  say(code: string, text: string): void;
  /** Real output of a step; lines are sent a few times a second. */
  output(code: string): (line: string) => void;
  /** The last lines of output, for the message of a failure. */
  tail(): string;
  /** Settles once everything so far is stored. @throws what storing it threw */
  flush(): Promise<void>;
}

export function createProgress(
  dependencies: Dependencies,
  kind: Pick<Kind, 'messages'>,
  { id, revision }: Pick<Instance, 'id' | 'revision'>,
  redact: (line: string) => string,
): InitProgress {
  let stored: Promise<void> = Promise.resolve();
  let last: string[] = [];
  let waiting: { code: string; lines: string[]; timer: NodeJS.Timeout } | null = null;
  let chunks = 0;

  const add = (code: string, text: string) => {
    const message = { id, revision, code, text };
    stored = stored.then(() => dependencies.db.transaction((tx) => addMessage(dependencies, tx, kind, message)));
    // Reported by flush; unhandled until then, it would end the process.
    stored.catch(() => undefined);
  };
  const sayWaiting = () => {
    if (!waiting) return;
    clearTimeout(waiting.timer);
    const { code, lines } = waiting;
    waiting = null;
    chunks += 1;
    if (chunks <= MAX_CHUNKS) add(code, lines.join('\n'));
  };

  return {
    say(code, text) {
      sayWaiting();
      add(code, redact(text));
    },
    output: (code) => (raw) => {
      const line = redact(raw.trimEnd());
      if (!line.trim()) return;
      last = keep(last, line, TAIL_LINES);
      if (waiting && waiting.code !== code) sayWaiting();
      waiting ??= { code, lines: [], timer: setTimeout(sayWaiting, CHUNK_MS) };
      waiting.lines = keep(waiting.lines, line, CHUNK_LINES);
    },
    tail: () => last.join('\n'),
    async flush() {
      sayWaiting();
      await stored;
    },
  };
}

/** Appends a line; a counter ("Receiving objects: 12 %") replaces its last reading. */
function keep(lines: string[], line: string, most: number): string[] {
  const counter = (text: string | undefined) => /^(.*?):\s+\d+%/.exec(text ?? '')?.[1];
  const name = counter(line);
  const kept = name !== undefined && counter(lines.at(-1)) === name ? lines.slice(0, -1) : lines;
  return [...kept, line].slice(-most);
}
