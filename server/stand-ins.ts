import type { Dependencies } from './features/context.ts';
import type { Config } from './platform/config.ts';

/** What a developer's machine has in place of what nobody configured. Production has none of it, and asks for settings. */
export interface StandIns {
  /** A database server whose files are in the folder; it may run already. `stop` leaves it to whoever else uses it. */
  startDatabase(folder: string): Promise<{ url: string; startedHere: boolean; stop(): Promise<void> }>;
  /**
   * The payment provider's API, or the one that another process of the installation started. @throws ConfigError where a
   * real key is set
   */
  startPayments(
    config: Config,
    webhook: { url: string; secret: string },
  ): Promise<{ url: string; secretKey: string; close(): Promise<void> }>;
  /** Where the one runs that the process with the api role started. @throws ConfigError where a real key is set */
  findPayments(config: Config): Promise<{ url: string; secretKey: string }>;
  /** Examples for an empty installation, where somebody asked for them. */
  seed?(dependencies: Dependencies): Promise<void>;
}
