/** Time until the client has sent its first line. */
export const FIRST_LINE_TIMEOUT_MS = 20_000;
/** Time until the person is in: they may have to type a passphrase. */
export const LOGIN_TIMEOUT_MS = 120_000;
/** Keys per connection, offered or used: agents hold many. */
export const MAX_AUTH_ATTEMPTS = 48;
/** Shells, commands, transfers and forwarded connections at the same time. */
export const MAX_CHANNELS = 100;
/** Ports of the workspace that one connection may listen on (`ssh -R`). */
export const MAX_LISTENERS = 8;
