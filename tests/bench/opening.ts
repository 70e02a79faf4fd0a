import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, chromium } from 'playwright';
import { containerName } from '#server/features/instances/index.ts';
import { SESSION_COOKIE } from '#shared/api/wire.ts';
import { engine } from '#tests/gateway/container.ts';
import { launch } from './launch.ts';
import { API_PORT, type ServerStage, startServerStage } from './server-stage.ts';
import { percentile, type Row } from './table.ts';

const ROUNDS = 6;
const CHROMIUM = '/usr/bin/chromium';
const FILE = 'hello.txt';

/** From a click on *Open* to an editor that takes what is typed, in Chromium with an empty cache and with a warm one. */
export async function benchOpening(): Promise<Row[]> {
  const stage = await startServerStage();
  const browser = await chromium.launch({
    ...(existsSync(CHROMIUM) && { executablePath: CHROMIUM }),
    args: ['--no-sandbox'],
  });
  const seconds = { empty: [] as number[], warm: [] as number[] };
  try {
    const id = await launch(stage, 0);
    const write = ['sh', '-c', `echo hello > /home/dev/project/${FILE}`];
    await engine.exec(containerName('workspace', id), { command: write, user: 'dev' });
    for (let round = 0; round < ROUNDS; round++) {
      const context = await personOf(browser, stage);
      seconds.empty.push(await open(context, id));
      seconds.warm.push(await open(context, id));
      await context.close();
    }
  } finally {
    await browser.close();
    await stage.close();
  }
  const row = { unit: 's', against: 'aim', reference: null, note: `${ROUNDS} rounds, page and server on one machine` };
  return [
    { ...row, what: 'click → usable editor, empty cache, p95', ours: percentile(seconds.empty, 0.95), aim: '≤ 2.5 s' },
    { ...row, what: 'click → usable editor, warm cache, p95', ours: percentile(seconds.warm, 0.95), aim: '≤ 1.2 s' },
  ];
}

/** Signed in as a login leaves it, and nothing that an earlier person's browser kept. */
async function personOf(browser: Browser, stage: ServerStage): Promise<BrowserContext> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const { key } = stage.owner;
  await context.addInitScript((value) => localStorage.setItem('slipway.session-key', value), key);
  await context.addCookies([{ name: SESSION_COOKIE, value: key, url: `http://localhost:${API_PORT}` }]);
  return context;
}

/** @returns seconds from the click until the folder's file is listed in a workbench that nothing covers */
async function open(context: BrowserContext, id: string): Promise<number> {
  const page = await context.newPage();
  await page.goto(`http://localhost:${API_PORT}/workspaces/edit/${id}`);
  const button = page.getByRole('link', { name: /^Open bench/ });
  await button.waitFor();
  const opened = context.waitForEvent('page');
  const from = performance.now();
  await button.click();
  const ide = await opened;
  await ide.getByRole('treeitem', { name: FILE }).waitFor();
  await ide.locator('#slipway-opening').waitFor({ state: 'detached' });
  const taken = (performance.now() - from) / 1000;
  await Promise.all([page.close(), ide.close()]);
  return taken;
}
