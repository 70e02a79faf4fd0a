import { z } from 'zod';
import type { ShareMode } from '../features/sharing/model.ts';

/** Web terminals have their own namespace on the live socket: one connection, one terminal. */
export const TERMINAL_NAMESPACE = '/terminal';

/** Longest input in one message, in characters: a paste is sent in several. */
export const TERMINAL_INPUT_MAX = 4096;

/** Sent by the terminal once the previous screen has been replayed; OSC <code> ; ready. */
export const TERMINAL_READY_CODE = 7770;

export const terminalSize = z.object({
  cols: z.number().int().min(2).max(1000),
  rows: z.number().int().min(1).max(1000),
});
export type TerminalSize = z.infer<typeof terminalSize>;

/** In the handshake's `auth`, beside `sessionKey`. */
export const terminalHandshake = terminalSize.extend({ workspaceId: z.string() });
/** The same, of somebody whom a terminal is shared with: its size is that of whose it is. */
export const sharedTerminalHandshake = z.object({ shareId: z.string() });

/** Why a terminal is closed for good. After a lost connection the client reconnects. */
const TERMINAL_ENDS = [
  /** The shell has ended. */
  'exited',
  /** The workspace isn't running. */
  'stopped',
  /** They may not open it, or not any more. */
  'refused',
  /** The session has ended. */
  'signedOut',
  /** It isn't shared with them, or not any more. */
  'unshared',
  /** Too many terminals of this person are open. */
  'tooMany',
] as const;
export type TerminalEnd = (typeof TERMINAL_ENDS)[number];

/** Somebody who sees a shared terminal now. */
export interface TerminalViewer {
  /** Their user id. */
  id: string;
  name: string;
  profile_photo_url: string | null;
  mode: ShareMode;
}

export interface TerminalClientToServer {
  input: (data: string) => void;
  resize: (size: TerminalSize) => void;
}
export interface TerminalServerToClient {
  /** `taken` is called once it is on the screen; with too much in flight, nothing more is sent. */
  output: (data: Uint8Array, taken: () => void) => void;
  /** The size of a shared terminal, as its owner's window has it. */
  resized: (size: TerminalSize) => void;
  /** Who sees a shared terminal; nobody once it isn't shared. */
  present: (people: TerminalViewer[]) => void;
  closed: (reason: TerminalEnd) => void;
}
