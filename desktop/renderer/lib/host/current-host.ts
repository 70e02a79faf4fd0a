import type { Host } from './host.ts';
import { webHost } from './web-host.ts';

/** The host this build runs in. */
export const host: Host = webHost;
