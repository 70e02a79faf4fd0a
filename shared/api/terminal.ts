import { z } from 'zod';

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
  /** Too many terminals of this person are open. */
  'tooMany',
] as const;
export type TerminalEnd = (typeof TERMINAL_ENDS)[number];

export interface TerminalClientToServer {
  input: (data: string) => void;
  resize: (size: TerminalSize) => void;
}
export interface TerminalServerToClient {
  /** `taken` is called once it is on the screen; with too much in flight, nothing more is sent. */
  output: (data: Uint8Array, taken: () => void) => void;
  closed: (reason: TerminalEnd) => void;
}
