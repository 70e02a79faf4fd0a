import type { Page } from 'playwright/test';

/** From the next load on, the browser adds up what moves on the page, as its cumulative layout shift does. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const window = globalThis as { shifts?: number };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) window.shifts = (window.shifts ?? 0) + Number(Reflect.get(entry, 'value'));
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

/** How far the page has shifted since it was last asked, also right after a key or click. */
export async function shifted(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { shifts = 0 } = window as { shifts?: number };
    Object.assign(window, { shifts: 0 });
    return shifts;
  });
}
