import { expect } from 'playwright/test';
import { BASE, choose, rareAction, ssh } from './person.ts';
import { enter, settle } from './settle.ts';
import { test } from './test.ts';

const ROWS = `select count(*) || ':' || md5(string_agg(n::text, ',' order by n)) from t`;

test('a snapshot has files and rows of its workspace; what was deleted comes back', async ({ page }) => {
  const person = await settle(page.request);
  await enter(page, person);
  const slugOf = async () => {
    const url = await page.getByRole('link', { name: /^http/ }).first().getAttribute('href');
    return new URL(url ?? '').hostname.split('.')[0] ?? '';
  };
  const content = async (slug: string) => {
    const { stdout } = await ssh(person, slug, `cat project/notes notes 2>/dev/null; psql -Atc "${ROWS}"`);
    return stdout;
  };
  let before = '';

  await test.step('a workspace with a file and rows', async () => {
    await page.goto(`${BASE}/workspaces/add`);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Source');
    await choose(page, 'Database', 'PostgreSQL');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.waitForURL(/\/workspaces\/edit\//, { timeout: 300_000 });
    const slug = await slugOf();
    const fill = `echo kept > ~/project/notes; psql -qc "create table t as select n from generate_series(1, 500) n"`;
    expect((await ssh(person, slug, fill)).code).toBe(0);
    before = await content(slug);
    expect(before).toMatch(/^kept\n500:[0-9a-f]{32}\n$/);
  });

  await test.step('forked while it runs, with the same content', async () => {
    const original = page.url();
    await (await rareAction(page, 'Fork…')).click();
    await page.getByRole('textbox', { name: 'Name of the copy' }).fill('Fork');
    await page.getByRole('button', { name: 'Create fork' }).click();
    await page.waitForURL(/\/workspaces\/pending\//);
    await page.waitForURL(/\/workspaces\/edit\//, { timeout: 120_000 });
    expect(await content(await slugOf())).toBe(before);
    // The person has room for three.
    await (await rareAction(page, 'Delete')).click();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await page.waitForURL(/\/workspaces(\?|$)/);
    await page.goto(original);
  });

  await test.step('a snapshot, once it is stopped', async () => {
    const snapshot = await rareAction(page, 'Snapshot');
    await expect(snapshot).toBeDisabled();
    await expect(snapshot).toHaveAccessibleDescription('Stop the workspace before you take a snapshot.');
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible({ timeout: 120_000 });
    await rareAction(page, 'Snapshot');
    await expect(snapshot).toBeEnabled({ timeout: 120_000 });
    await snapshot.click();
    const toast = "The snapshot is being built. When it's ready it will show up below.";
    await expect(page.getByText(toast, { exact: true })).toBeVisible();
    await expect(page.getByRole('row', { name: /^Source / })).toContainText('Active', { timeout: 120_000 });
  });

  await test.step('launched from the list, with the same content', async () => {
    await page.goto(`${BASE}/workspaces/snapshots`);
    await page.getByRole('link', { name: /^Launch Source/ }).click();
    await page.waitForURL(/\/workspaces\/add\?snapshot_id=/);
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Copy');
    await page.getByRole('button', { name: 'Create workspace' }).click();
    await page.waitForURL(/\/workspaces\/edit\//, { timeout: 120_000 });
    expect(await content(await slugOf())).toBe(before);
  });

  await test.step('deleted, found by the filter, restored and started: the same content', async () => {
    await (await rareAction(page, 'Delete')).click();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await expect(page.getByText('The workspace was deleted.')).toBeVisible();
    await page.goto(`${BASE}/workspaces?status=deleted`);
    await page.getByRole('link', { name: /Copy/ }).first().click();
    const restore = page.getByRole('button', { name: 'Restore' });
    await expect(async () => {
      if (await restore.isVisible()) await restore.click();
      // The toast may be gone again on a busy machine.
      const restored = page.getByText('Workspace restored. Start it to continue.');
      const start = page.getByRole('button', { name: 'Start', exact: true });
      await expect(restored.or(start).first()).toBeVisible({ timeout: 2000 });
    }).toPass({ timeout: 120_000 });
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await expect(await rareAction(page, 'Restart')).toBeVisible({ timeout: 120_000 });
    expect(await content(await slugOf())).toBe(before);
  });

  await test.step('a snapshot that is deleted can be kept after all', async () => {
    await page.goto(`${BASE}/workspaces/snapshots?search=source`);
    const row = page.getByRole('row', { name: /^Source / });
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await expect(page.getByText('The snapshot has been deleted.', { exact: true })).toBeVisible();
    await expect(row).toContainText('Pending Deletion');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(row).toContainText('Active');
    await row.getByRole('button', { name: /^Delete/ }).click();
    await page.getByRole('button', { name: 'Go ahead' }).click();
    await expect(row).toContainText('Pending Deletion');
    await row.getByRole('button', { name: /^Undo/ }).click();
    await expect(row).toContainText('Active');
    await page.goto(`${BASE}/workspaces/snapshots?search=nothing`);
    await expect(page.getByText('No data matches the filters above.')).toBeVisible();
  });
});
