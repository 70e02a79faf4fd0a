import type { Page } from 'playwright/test';
import { resourceTexts } from '#tests/support/resource-texts.ts';

/** What is the same in every language: names of products, and what people of the specs named. */
const NAMES = [
  ...resourceTexts().names,
  ...['Slipway', 'KeepAlive', 'Node.js', 'Java', '.NET', 'Rust', 'Python', 'Ruby', 'Deutsch', 'English', 'Español'],
  ...['Nora', 'Quist', 'Asta Asked', 'Broken', 'First', 'Laptop', 'Rig', 'Look in', 'Docs team', 'Visa'],
  // An invoice has the address as it is written on a letter.
  ...['Long Wharf', 'Boston', 'United States of America'],
].sort((a, b) => b.length - a.length);

/** Programs as they name themselves, addresses, identifiers, hashes, abbreviations and variables. */
const NO_PROSE = [
  /^(?:Mozilla|Playwright)\/.*/,
  /\S+@\S+|https?:\S*|SHA256:\S+/g,
  /\b[a-z0-9]+(?:[-._/:][a-z0-9]+)+\b/g,
  /\b[A-Z0-9_]{2,}\b/g,
];
/** Written so in Japanese too, or the name of a host or a user. */
const SAME = new Set(['http', 'tcp', 'dev', 'node', 'rig', 'Web']);

/** Texts and names of controls on a page in Japanese that have Latin letters only. */
export async function englishLeft(page: Page): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const shown = (element: Element) => element.checkVisibility({ visibilityProperty: true });
    const foreign = (element: Element) => element.closest('code, pre, kbd, svg, [lang]:not(html)') !== null;
    const found: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (element && shown(element) && !foreign(element)) found.push(node.textContent ?? '');
    }
    for (const attribute of ['aria-label', 'placeholder', 'title', 'alt']) {
      for (const element of document.querySelectorAll(`[${attribute}]`)) {
        if (shown(element) && !foreign(element)) found.push(element.getAttribute(attribute) ?? '');
      }
    }
    return [...found, document.title];
  });
  return [...new Set(texts.map((text) => text.trim()))].filter(isEnglish);
}

function isEnglish(text: string): boolean {
  if (/[\u3040-\u30ff\u4e00-\u9fff\uff00-\uffef]/.test(text)) return false;
  const withoutNames = NAMES.reduce((rest, name) => rest.replaceAll(name, ''), text);
  const rest = NO_PROSE.reduce((left, pattern) => left.replace(pattern, ''), withoutNames).trim();
  return /[A-Za-z]{3}/.test(rest) && !SAME.has(rest);
}
