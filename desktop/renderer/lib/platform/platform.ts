import type { DesktopApi } from './desktop-api.ts';

/** What differs between a browser tab and the desktop app. Features never ask which one they run in. */
export interface Platform {
  readonly kind: 'web' | 'desktop';
  /** Where the API answers, without a trailing slash: `/api` or `https://example.com/api`. */
  readonly apiBase: string;
  /** Where this server is on the web: `https://example.com`. */
  readonly server: string;
  readonly sessionKey: {
    read(): Promise<string | null>;
    write(key: string): Promise<void>;
    clear(): Promise<void>;
    /** Calls back when another window signed in (a key) or out (null). Returns how to stop listening. */
    subscribe(listener: (key: string | null) => void): () => void;
  };
  /** What only the desktop app can do; null in a browser. */
  readonly desktop: DesktopApi | null;
  /** Opens an address outside this window. */
  open(url: string): void;
}
