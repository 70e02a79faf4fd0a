import type { CallInput, CallName, CallOutput } from '#shared/desktop/calls.ts';
import type { EventName, EventPayload } from '#shared/desktop/events.ts';
import type { Api } from './api.ts';
import type { SecretStore } from './features/secret-store/index.ts';
import type { Settings } from './features/settings/settings.ts';
import type { Found } from './find-server.ts';
import type { Log } from './log.ts';

/** The system's own dialogs, which no page can answer. */
export interface Dialogs {
  /** Null if the person cancels, as with `saveFile`. */
  openFile(): Promise<string | null>;
  saveFile(name: string): Promise<string | null>;
  /** The number of the button that was chosen; the last one is for going back. */
  ask(question: { message: string; detail: string; buttons: string[] }): Promise<number>;
}

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
  readonly dialogs: Dialogs;
  /** What is at an origin. */
  findServer(origin: string): Promise<Found>;
  /** Whether the system opens the app at login. */
  readonly loginItem: { read(): Promise<boolean>; write(open: boolean): Promise<void> };
  /** Does the system know a program for addresses of this kind? */
  hasProgramFor(url: string): boolean;
  /** Opens an address in the system. The caller has checked its scheme. */
  openExternal(url: string): Promise<void>;
}

export type Handler<Name extends CallName> = (desktop: Desktop, input: CallInput<Name>) => Promise<CallOutput<Name>>;
