import type { CallInput, CallName, CallOutput } from '#shared/desktop/calls.ts';
import type { EventName, EventPayload } from '#shared/desktop/events.ts';
import type { Api } from './api.ts';
import type { SecretStore } from './features/secret-store/index.ts';
import type { Settings } from './features/settings/settings.ts';
import type { Log } from './log.ts';

/**
 * What the app's features depend on. Nothing here is Electron's, so that a feature runs and is tested in plain Node.
 */
export interface Desktop {
  /** The app's own folder (Electron's `userData`). */
  readonly folder: string;
  /** The person's home folder. */
  readonly home: string;
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  readonly settings: Settings;
  readonly secrets: SecretStore;
  readonly api: Api;
  readonly log: Log;
  /** Sends to every page of the app. */
  emit<Name extends EventName>(name: Name, payload: EventPayload<Name>): void;
  /** The system's file dialogs; null if the person cancels. */
  readonly dialogs: { openFile(): Promise<string | null>; saveFile(name: string): Promise<string | null> };
  /** Whether the system opens the app at login. */
  readonly loginItem: { read(): Promise<boolean>; write(open: boolean): Promise<void> };
  /** Does the system know a program for addresses of this kind? */
  hasProgramFor(url: string): boolean;
  /** Opens an address in the system. The caller has checked its scheme. */
  openExternal(url: string): Promise<void>;
}

export type Handler<Name extends CallName> = (desktop: Desktop, input: CallInput<Name>) => Promise<CallOutput<Name>>;
