import { expect, type Page } from 'playwright/test';
import { BASE } from './person.ts';
import { enter, type Settled, settle } from './settle.ts';
import { test } from './test.ts';

/** In script, letters and length what the pages' first font does not have and their places are not made for. */
const FIRST_NAME = 'Łucja Wiśniewska-Őrsi';
const WIDTHS = [390, 768, 1440, 2560];
const PAGES = [
  '/workspaces',
  '/workspaces?ui=table',
  '/workspaces/add',
  '/workspaces/edit/WORKSPACE',
  '/workspaces/snapshots',
  '/services/browse',
  '/hosts/add',
  '/users',
  '/groups/add',
  '/organization/billing',
  '/organization/audit',
  '/profile',
];

let person: Settled;

test.beforeAll(async ({ playwright }) => {
  const request = await playwright.request.newContext();
  person = await settle(request, { firstName: FIRST_NAME });
  await request.dispose();
});

test('at every width nothing overflows, overlaps or is written in another font', async ({ page }) => {
  await enter(page, person);
  for (const path of PAGES) {
    await test.step(path, async () => {
      await page.goto(BASE + path.replace('WORKSPACE', person.workspaceId));
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.getByTestId('page-skeleton')).toHaveCount(0);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 1000 });
        await expect.soft.poll(() => overflowing(page), `${path} at ${width}`).toEqual([]);
        await expect.soft.poll(() => overlapping(page), `${path} at ${width}`).toEqual([]);
      }
      await page.evaluate(() => document.fonts.ready);
      await expect.soft.poll(() => inOtherFonts(page), path).toEqual([]);
    });
  }
});

/** What reaches beyond the window's right edge without a box of its own that scrolls. */
function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isClipped = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (getComputedStyle(element).overflowX !== 'visible' || isClipped(element.parentElement));
    return [...document.querySelectorAll('body *')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true }) && !isClipped(element.parentElement))
      .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
      .map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`);
  });
}

/** Controls that lie on one another, so that one of them can't be pressed where it is seen. */
function overlapping(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const nameOf = (element: Element) =>
      element.getAttribute('aria-label') ?? (element.textContent?.trim().slice(0, 40) || element.id);
    const field = (element: Element) => element.closest('.mantine-Input-wrapper, label, [role="radiogroup"]');
    const controls = [...document.querySelectorAll('main a, main button, main input, main textarea, header button')]
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 2 && box.height > 2);
    const found: string[] = [];
    for (const [at, one] of controls.entries()) {
      for (const other of controls.slice(at + 1)) {
        const across = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
        const down = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
        if (across <= 2 || down <= 2 || one.element.contains(other.element)) continue;
        if (field(one.element) !== null && field(one.element) === field(other.element)) continue;
        found.push(`${nameOf(one.element)} × ${nameOf(other.element)}`);
      }
    }
    return found;
  });
}

/** Texts with letters from a font of the system instead of the pages' own. */
async function inOtherFonts(page: Page): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: -1 });
  const found: string[] = [];
  for (const { nodeId, text } of textsOf(root)) {
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
    for (const font of fonts) if (!font.isCustomFont) found.push(`${font.familyName}: ${text}`);
  }
  await session.detach();
  return found;
}

interface PageNode {
  nodeId: number;
  nodeType: number;
  nodeName: string;
  nodeValue: string;
  children?: PageNode[];
}

/** Elements with text of their own. */
function textsOf(node: PageNode): { nodeId: number; text: string }[] {
  const children = node.children ?? [];
  if (['SCRIPT', 'STYLE', 'HEAD'].includes(node.nodeName)) return [];
  const text = children
    .filter(({ nodeType }) => nodeType === 3)
    .map(({ nodeValue }) => nodeValue.trim())
    .join(' ')
    .trim();
  return [...(text ? [{ nodeId: node.nodeId, text }] : []), ...children.flatMap(textsOf)];
}
