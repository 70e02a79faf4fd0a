import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright';
import { API_PORT, startServerStage } from './server-stage.ts';
import { percentile, type Row } from './table.ts';

const ROUNDS = 8;
const CHROMIUM = '/usr/bin/chromium';

/** From a click in the menu to the painted page, without a placeholder, for pages that were opened before. */
export async function benchPages(): Promise<Row[]> {
  const stage = await startServerStage();
  const browser = await chromium.launch({
    ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
    args: ['--no-sandbox'],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript((key) => localStorage.setItem('slipway.session-key', key), stage.owner.key);
    await page.goto(`http://localhost:${API_PORT}/workspaces`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const links = await page.getByRole('navigation', { name: 'Main' }).getByRole('link').all();
    const times: number[] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const link of links) {
        const painted = await page.evaluateHandle(nextPage, (await link.getAttribute('href')) ?? '');
        await link.click();
        const took = await painted.evaluate((next) => next.painted);
        if (round > 0) times.push(took);
        await settled(page);
      }
    }
    const note = `${links.length} pages, ${ROUNDS} rounds, two frames included`;
    const row = { unit: 'ms', against: 'aim', reference: null, note };
    return [{ ...row, what: 'page to page by the menu, p95', ours: percentile(times, 0.95), aim: '≤ 100 ms' }];
  } finally {
    await browser.close();
    await stage.close();
  }
}

/** What a page asks for in the background is no part of the next one's time. */
async function settled(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
}

/** In the page, before the click. `painted`: milliseconds from it until the page at this address has been painted. */
function nextPage(path: string): { painted: Promise<number> } {
  const painted = new Promise<number>((resolve) => {
    const onClick = (event: MouseEvent) => {
      const look = () => {
        const main = document.querySelector('main');
        const current = document.querySelector('nav a[aria-current="page"]')?.getAttribute('href') === path;
        const there = current && main?.querySelector('h1') && !main.querySelector('.mantine-Skeleton-root');
        requestAnimationFrame(there ? () => resolve(performance.now() - event.timeStamp) : look);
      };
      requestAnimationFrame(look);
    };
    window.addEventListener('click', onClick, { capture: true, once: true });
  });
  return { painted };
}
