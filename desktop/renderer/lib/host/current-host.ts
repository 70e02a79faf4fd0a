import { BRIDGE, type Bridge } from '#shared/desktop/channel.ts';
import { createDesktopHost } from './desktop-host.ts';
import type { Host } from './host.ts';
import { webHost } from './web-host.ts';

const bridge = Reflect.get(globalThis, BRIDGE) as Bridge | undefined;

/** The host that this page runs in: the same build serves the web and the desktop app. */
export const host: Host = bridge ? createDesktopHost(bridge) : webHost;
