import type { Engine } from '../engine.ts';
import type { RegistryAddress } from './registry-api.ts';

/** Where a registry is: our own in a container, or one that somebody else runs. */
export interface RegistryPlace {
  readonly isConfigured: boolean;
  /** Makes sure it is ready and returns where it answers us. @throws RegistryError */
  open(): Promise<RegistryAddress>;
  /** Runs `use` with the name under which an engine reaches it meanwhile, such as `127.0.0.1:32768`. */
  reach<T>(engine: Engine, use: (name: string) => Promise<T>): Promise<T>;
  /** Frees what nothing refers to any more. */
  free(): Promise<void>;
  /** Free room on the disk that it stores to; null if only its operator knows. */
  freeBytes(): Promise<number | null>;
}
