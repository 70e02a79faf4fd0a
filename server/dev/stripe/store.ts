import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Kind, ObjectKinds } from './objects.ts';

/** The answer kept for an idempotency key. */
export interface KeptAnswer {
  fingerprint: string;
  status: number;
  body: string;
  requestId: string;
  at: number;
}

interface Contents {
  version: 1;
  /** Seconds that `POST /_emulator/advance` has moved the clock ahead. */
  clockOffset: number;
  objects: { [K in Kind]?: Record<string, ObjectKinds[K]> };
  answers: Record<string, KeptAnswer>;
}

type Row = { id: string };

/**
 * All state, in memory and, with a file, on disk before an answer leaves. Objects are never changed in place, so that a
 * transaction can put back what it replaced.
 */
export class Store {
  readonly #file: string | null;
  readonly #rows = new Map<Kind, Map<string, Row>>();
  #undo: (() => void)[] | null = null;
  #changed = false;
  readonly answers = new Map<string, KeptAnswer>();
  clockOffset = 0;

  constructor(file: string | null) {
    this.#file = file;
    if (file !== null && existsSync(file)) this.#load(file);
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
    this.#remember(() => (previous === undefined ? rows.delete(row.id) : rows.set(row.id, previous)));
    return row;
  }

  remove(kind: Kind, id: string): void {
    const rows = this.#of(kind);
    const before = this.#undo === null ? [] : [...rows];
    if (!rows.delete(id)) return;
    this.#remember(() => {
      rows.clear();
      for (const [key, row] of before) rows.set(key, row as never);
    });
  }

  /** Runs `work`; puts everything back when it throws an error that `undoes` says yes to, or when `undoes` is 'always'. */
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

  /** Writes the file when something changed: a whole new file, flushed, then renamed over the old one. */
  save(): void {
    if (this.#file === null || !this.#changed) return;
    const objects = Object.fromEntries([...this.#rows].map(([kind, rows]) => [kind, Object.fromEntries(rows)]));
    const contents = { version: 1, clockOffset: this.clockOffset, objects, answers: Object.fromEntries(this.answers) };
    mkdirSync(dirname(this.#file), { recursive: true });
    const temporary = `${this.#file}.tmp`;
    const handle = openSync(temporary, 'w', 0o600);
    try {
      writeSync(handle, JSON.stringify(contents));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(temporary, this.#file);
    this.#changed = false;
  }

  touch(): void {
    this.#changed = true;
  }

  #remember(step: () => void): void {
    this.#changed = true;
    this.#undo?.push(step);
  }

  #of<K extends Kind>(kind: K): Map<string, ObjectKinds[K]> {
    const rows = this.#rows.get(kind) ?? new Map<string, Row>();
    this.#rows.set(kind, rows);
    return rows as Map<string, ObjectKinds[K]>;
  }

  #load(file: string): void {
    const contents = JSON.parse(readFileSync(file, 'utf8')) as Contents;
    if (contents.version !== 1) throw new Error(`The Stripe emulator can't read ${file}: delete it to start afresh.`);
    this.clockOffset = contents.clockOffset;
    for (const [key, answer] of Object.entries(contents.answers)) this.answers.set(key, answer);
    for (const [kind, rows] of Object.entries(contents.objects))
      this.#rows.set(kind as Kind, new Map(Object.entries(rows)));
  }
}
