import { platform } from './platform/current-platform.ts';

/** This page as a browser reaches it, also from the desktop app. */
export function addressOnTheWeb(): string {
  const { pathname, search } = window.location;
  return `${platform.server}${pathname}${search}`;
}
