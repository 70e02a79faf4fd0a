import { existsSync } from 'node:fs';
import { chromium, type Page } from 'playwright';
import { openDatabase } from '#server/platform/database.ts';
import { API_PORT, startServerStage } from './server-stage.ts';
import { percentile, type Row } from './table.ts';

const WORKSPACES = 10_000;
const TYPED = ['app 4', 'harbour', 'stop app', 'billing', 'new work', 'zzzz'];
const ROUNDS = 5;
const CHROMIUM = '/usr/bin/chromium';

/** From a key to the painted list of the palette, in an organization of 10,000 workspaces: what is known, what is found. */
export async function benchPalette(): Promise<Row[]> {
  const stage = await startServerStage();
  const { sql, close } = openDatabase(stage.databaseUrl, 1);
  const browser = await chromium.launch({
    ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
    args: ['--no-sandbox'],
  });
  try {
    await sql`
      insert into instances (id, kind, organization_id, user_id, name, slug, status, engine_id, cpu_cores, memory_mb,
        disk_gb, created_at)
      select gen_random_uuid(), 'workspace', ${stage.organizationId}, ${stage.owner.userId},
        case n % 7 when 0 then 'Harbour ' else 'App ' end || n, 'app-' || n, 'Offline', 'away', 1, 1536, 10,
        now() - n * interval '1 minute' from generate_series(1, ${WORKSPACES}::int) n`;
    await sql`insert into workspaces (id, language, database) select id, 'nodejs', 'none' from instances`;
    await sql`analyze`;
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.addInitScript((key) => localStorage.setItem('slipway.session-key', key), stage.owner.key);
    const times: Times = { known: [], found: [] };
    for (let round = 0; round < ROUNDS; round += 1) await typeAll(page, times);
    const row = { unit: 'ms', against: 'aim', reference: null };
    const note = `${times.known.length} keys, two frames included`;
    return [
      { ...row, what: 'palette: key to list, 10,000 workspaces, p95', ours: p95(times.known), aim: '≤ 50 ms', note },
      { ...row, what: "palette: last key to the server's answer, p95", ours: p95(times.found), aim: '≤ 250 ms' },
    ];
  } finally {
    await browser.close();
    await close();
    await stage.close();
  }
}

interface Times {
  known: number[];
  found: number[];
}

async function typeAll(page: Page, times: Times): Promise<void> {
  await page.goto(`http://localhost:${API_PORT}/workspaces`);
  await page.getByText('App 1', { exact: true }).first().waitFor();
  for (const text of TYPED) {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    for (const [at, key] of [...text].entries()) {
      const list = await page.evaluateHandle(nextList, text.slice(0, at + 1));
      await page.keyboard.press(key === ' ' ? 'Space' : key);
      times.known.push(await list.evaluate(({ painted }) => painted));
    }
    const before = performance.now();
    await page
      .getByRole('status')
      .filter({ hasText: /result/ })
      .waitFor({ state: 'attached' });
    times.found.push(performance.now() - before);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
}

/** In the page, before the key. `painted`: milliseconds from it until the list for this text has been painted. */
function nextList(text: string): { painted: Promise<number> } {
  const painted = new Promise<number>((resolve) => {
    const onKey = (event: KeyboardEvent) => {
      const look = () => {
        const shown = document.querySelector<HTMLInputElement>('[role="dialog"] [role="combobox"]')?.value === text;
        requestAnimationFrame(shown ? () => resolve(performance.now() - event.timeStamp) : look);
      };
      requestAnimationFrame(look);
    };
    window.addEventListener('keydown', onKey, { capture: true, once: true });
  });
  return { painted };
}

function p95(times: number[]): number {
  return percentile(times, 0.95);
}
