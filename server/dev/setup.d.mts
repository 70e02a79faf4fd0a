/** The checkout. */
export const ROOT: string;
/** The Node that everything but the set-up scripts runs on. */
export const NODE: string;
/** Builds the web UI into dist/web unless its sources are as they were at the last build. */
export function buildUi(): Promise<void>;
