import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';

export type Violations = Awaited<ReturnType<AxeBuilder['analyze']>>['violations'];

/** What axe has against the page, or against the part of it that a selector names. */
export function violations(page: Page, where?: string): Promise<Violations> {
  const axe = builder(page).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']);
  return found(where === undefined ? axe : axe.include(where));
}

/** Of that only what differs between the themes. */
export function colourViolations(page: Page): Promise<Violations> {
  return found(builder(page).withRules(['color-contrast', 'link-in-text-block']));
}

/** Axe opens a page to merge what frames report, which takes longer than the check. Without frames it needn't. */
function builder(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(page.frames().length === 1);
}

async function found(axe: AxeBuilder): Promise<Violations> {
  return (await axe.analyze()).violations;
}
