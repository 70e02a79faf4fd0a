import type { Router } from 'hono/router';
import { TrieRouter } from 'hono/router/trie-router';

type Result<T> = ReturnType<Router<T>['match']>;

/** Hono's route tree, with a cache for paths without parameters. */
export class KnownPathsRouter<T> implements Router<T> {
  readonly name = 'KnownPathsRouter';
  readonly #tree = new TrieRouter<T>();
  readonly #known = new Map<string, Result<T> | null>();

  add(method: string, path: string, handler: T): void {
    this.#tree.add(method, path, handler);
    if (!/[:*]/.test(path)) this.#known.set(`${method} ${path}`, null);
  }

  match(method: string, path: string): Result<T> {
    const key = `${method} ${path}`;
    const known = this.#known.get(key);
    if (known) return known;
    const found = this.#tree.match(method, path);
    if (known === null) this.#known.set(key, found);
    return found;
  }
}
