import type { BrowserWindow, Rectangle } from 'electron';
import type { WindowBounds } from '../features/settings/schema.ts';
import type { Settings } from '../features/settings/settings.ts';

const FIRST = { width: 1280, height: 820, maximized: false };
const VISIBLE_PX = 64;

/** Where to open the window: where it was last, unless that screen is gone. */
export function boundsToOpen(saved: WindowBounds | null, workAreas: Rectangle[]): WindowBounds {
  if (!saved) return FIRST;
  const { x, y, width, height, maximized } = saved;
  if (x === undefined || y === undefined) return saved;
  const reachable = workAreas.some(
    (area) =>
      x + width > area.x + VISIBLE_PX &&
      x < area.x + area.width - VISIBLE_PX &&
      y >= area.y - VISIBLE_PX &&
      y < area.y + area.height - VISIBLE_PX,
  );
  return reachable ? saved : { width, height, maximized };
}

/** Remembers where the window is, for the next one. */
export function keepBounds(settings: Settings, window: Pick<BrowserWindow, 'getNormalBounds' | 'isMaximized'>): void {
  const next = { ...window.getNormalBounds(), maximized: window.isMaximized() };
  settings.changeNow((data) => ({ ...data, window: next }));
}
