/** What the other person may do in a shared terminal. */
export const SHARE_MODES = ['view', 'type'] as const;
export type ShareMode = (typeof SHARE_MODES)[number];

/** For how long a terminal is shared. */
export const SHARE_MINUTES = [15, 60, 240] as const;

/** People a terminal is shared with at once; what runs in the workspace serves only so many screens. */
export const SHARES_MAX = 5;
