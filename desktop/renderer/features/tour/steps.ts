export interface TourStep {
  /** Key below `step` in the catalogue. */
  name: string;
  /** The element it points at; without one, the step is shown in the middle. */
  target?: string;
}

/** In order; steps whose element isn't on this role's page are left out. */
const STEPS: TourStep[] = [
  { name: 'welcome' },
  { name: 'workspace', target: 'main article, main table' },
  { name: 'filters', target: 'main search' },
  { name: 'add', target: 'main a[href="/workspaces/add"]' },
  { name: 'keys', target: 'aside a[href="/sshKeys"]' },
  { name: 'users', target: 'aside a[href="/users"]' },
  { name: 'billing', target: 'aside a[href="/organization/billing"]' },
  { name: 'search', target: 'header [data-tour="search"]' },
  { name: 'profile', target: 'header [data-tour="profile"]' },
];

/** The steps whose elements exist. */
export function stepsHere(): TourStep[] {
  return STEPS.filter(({ target }) => target === undefined || shown(target) !== null);
}

/** The first visible match. */
export function shown(target: string): Element | null {
  return [...document.querySelectorAll(target)].find((element) => element.getClientRects().length > 0) ?? null;
}
