/** Until the client has said its first line. */
export const FIRST_LINE_TIMEOUT_MS = 20_000;
/** Until the person is in: a passphrase may have to be typed. */
export const LOGIN_TIMEOUT_MS = 120_000;
/** Keys of one connection, offered or used: agents hold many. */
export const MAX_AUTH_ATTEMPTS = 48;
/** Shells, commands, transfers and forwarded connections at once. */
export const MAX_CHANNELS = 100;
/** Ports of the workspace that one connection may listen on (`ssh -R`). */
export const MAX_LISTENERS = 8;
