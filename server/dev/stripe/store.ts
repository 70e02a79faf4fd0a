import { Journal } from './journal.ts';
import type { Kind, ObjectKinds } from './objects.ts';

/** The answer kept for an idempotency key. */
export interface KeptAnswer {
  fingerprint: string;
  status: number;
  body: string;
  requestId: string;
  at: number;
}

/** A line of the journal: what exists now, row by row, with null for removed rows. */
interface Changes {
  readonly version: 2;
  /** Seconds by which `POST /_emulator/advance` has moved the clock. */
  readonly clockOffset: number;
  readonly rows: readonly (readonly [Kind, string, Row | null])[];
  readonly answers: readonly (readonly [string, KeptAnswer | null])[];
}

type Row = { id: string };

/**
 * All state, in memory and, with a file, on disk before an answer leaves. Objects are never changed in place, so that a
 * transaction can put back what it replaced.
 */
export class Store {
  readonly #journal: Journal | null;
  readonly #rows = new Map<Kind, Map<string, Row>>();
  readonly #answers = new Map<string, KeptAnswer>();
  #undo: (() => void)[] | null = null;
  readonly #changedRows = new Map<string, readonly [Kind, string]>();
  readonly #changedAnswers = new Set<string>();
  #clockOffset = 0;
  #clockMoved = false;

  constructor(file: string | null) {
    this.#journal = file === null ? null : new Journal(file);
    for (const line of this.#journal?.read() ?? []) this.#apply(line as Changes);
    this.#journal?.rewrite(this.#everything());
  }

  get clockOffset(): number {
    return this.#clockOffset;
  }

  moveClock(seconds: number): void {
    this.#clockOffset += seconds;
    this.#clockMoved = true;
  }

  answer(key: string): KeptAnswer | undefined {
    return this.#answers.get(key);
  }

  keepAnswer(key: string, answer: KeptAnswer): void {
    this.#answers.set(key, answer);
    this.#changedAnswers.add(key);
  }

  /** Oldest first. */
  forgetAnswers(before: number): void {
    for (const [key, { at }] of this.#answers) {
      if (at >= before) return;
      this.#answers.delete(key);
      this.#changedAnswers.add(key);
    }
  }

  find<K extends Kind>(kind: K, id: string): ObjectKinds[K] | undefined {
    return this.#of(kind).get(id);
  }

  /** In order of creation. */
  all<K extends Kind>(kind: K): ObjectKinds[K][] {
    return [...this.#of(kind).values()];
  }

  put<K extends Kind>(kind: K, row: ObjectKinds[K]): ObjectKinds[K] {
    const rows = this.#of(kind);
    const previous = rows.get(row.id);
    rows.set(row.id, row);
    this.#remember(kind, row.id, () => (previous === undefined ? rows.delete(row.id) : rows.set(row.id, previous)));
    return row;
  }

  remove(kind: Kind, id: string): void {
    const rows = this.#of(kind);
    const before = this.#undo === null ? [] : [...rows];
    if (!rows.delete(id)) return;
    this.#remember(kind, id, () => {
      rows.clear();
      for (const [key, row] of before) rows.set(key, row as never);
    });
  }

  /**
   * Runs `work`; restores everything if it throws an error for which `undoes` returns true, or always with 'always'.
   */
  transaction<T>(work: () => T, undoes: 'always' | ((error: unknown) => boolean)): T {
    const outer = this.#undo;
    const undo: (() => void)[] = [];
    this.#undo = undo;
    const putBack = () => {
      for (const step of undo.splice(0).reverse()) step();
    };
    try {
      const result = work();
      if (undoes === 'always') putBack();
      return result;
    } catch (error) {
      if (undoes === 'always' || undoes(error)) putBack();
      throw error;
    } finally {
      this.#undo = outer;
      outer?.push(...undo);
    }
  }

  /** Writes changes since the last call; they are on disk when this returns. */
  save(): void {
    const isChanged = this.#changedRows.size > 0 || this.#changedAnswers.size > 0 || this.#clockMoved;
    if (this.#journal !== null && isChanged) {
      if (this.#journal.isLong) this.#journal.rewrite(this.#everything());
      else this.#journal.append(this.#changes());
    }
    this.#changedRows.clear();
    this.#changedAnswers.clear();
    this.#clockMoved = false;
  }

  close(): void {
    this.save();
    this.#journal?.close();
  }

  #remember(kind: Kind, id: string, step: () => void): void {
    this.#changedRows.set(`${kind}/${id}`, [kind, id]);
    this.#undo?.push(step);
  }

  #of<K extends Kind>(kind: K): Map<string, ObjectKinds[K]> {
    const rows = this.#rows.get(kind) ?? new Map<string, Row>();
    this.#rows.set(kind, rows);
    return rows as Map<string, ObjectKinds[K]>;
  }

  #changes(): Changes {
    return {
      version: 2,
      clockOffset: this.#clockOffset,
      rows: [...this.#changedRows.values()].map(([kind, id]) => [kind, id, this.#of(kind).get(id) ?? null] as const),
      answers: [...this.#changedAnswers].map((key) => [key, this.#answers.get(key) ?? null] as const),
    };
  }

  #everything(): Changes {
    const rows = [...this.#rows].flatMap(([kind, of]) => [...of].map(([id, row]) => [kind, id, row] as const));
    return { version: 2, clockOffset: this.#clockOffset, rows, answers: [...this.#answers] };
  }

  #apply(changes: Changes): void {
    if (changes.version !== 2)
      throw new Error("The Stripe emulator can't read its state file: delete it to start afresh.");
    this.#clockOffset = changes.clockOffset;
    for (const [kind, id, row] of changes.rows) {
      if (row === null) this.#of(kind).delete(id);
      else this.#of(kind).set(id, row as never);
    }
    for (const [key, answer] of changes.answers) {
      if (answer === null) this.#answers.delete(key);
      else this.#answers.set(key, answer);
    }
  }
}
