import { BRIDGE, type Bridge } from '#shared/desktop/channel.ts';
import { createDesktopPlatform } from './desktop-platform.ts';
import type { Platform } from './platform.ts';
import { webPlatform } from './web-platform.ts';

const bridge = Reflect.get(globalThis, BRIDGE) as Bridge | undefined;

/** Where this page runs: the same build serves the web and the desktop app. */
export const platform: Platform = bridge ? createDesktopPlatform(bridge) : webPlatform;
