/** Builds the web UI into dist/web unless its sources are as they were at the last build. */
export function buildUi(): Promise<void>;
