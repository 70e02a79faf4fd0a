import { z } from 'zod';

/** Web terminals have a namespace of the live socket to themselves: one connection, one terminal. */
export const TERMINAL_NAMESPACE = '/terminal';

/** Longest piece of input in one message, in characters: a paste is sent in several. */
export const TERMINAL_INPUT_MAX = 4096;

/** Said by the terminal itself when what was on the screen before has been repeated; OSC <code> ; ready. */
export const TERMINAL_READY_CODE = 7770;

export const terminalSize = z.object({
  cols: z.number().int().min(2).max(1000),
  rows: z.number().int().min(1).max(1000),
});
export type TerminalSize = z.infer<typeof terminalSize>;

/** In the handshake's `auth`, beside `sessionKey`. */
export const terminalHandshake = terminalSize.extend({ workspaceId: z.string() });

/** Why a terminal is closed for good; what is merely cut off is connected again. */
const TERMINAL_ENDS = [
  /** The shell has ended. */
  'exited',
  /** The workspace does not run (any more). */
  'stopped',
  /** Not, or no longer, theirs to open. */
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
  /** `taken` is called when it is on the screen; with too much on its way nothing more is sent. */
  output: (data: Uint8Array, taken: () => void) => void;
  closed: (reason: TerminalEnd) => void;
}
