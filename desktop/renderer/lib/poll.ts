/** How often something in progress is polled, in case the live room is unreachable. */
export const POLL_MS = 10_000;
