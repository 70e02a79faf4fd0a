import { i18n } from './i18n.ts';

/** Code or texts of this page did not arrive. The message is for people. */
export class MissingCode extends Error {
  override name = 'MissingCode';
  /** `replaced`: the server has a newer release, and what this page asks for is gone with the old one. */
  readonly reason: 'unreachable' | 'replaced' | 'unknown';

  constructor(reason: MissingCode['reason']) {
    super(i18n.t(reason === 'unknown' ? 'error.unexpected' : `error.${reason}`));
    this.reason = reason;
  }
}

/** Asks the server why code did not arrive. Never throws. */
export async function whyCodeIsMissing(): Promise<MissingCode> {
  const entry = await fetch('/', { cache: 'no-store' }).then(
    async (answer) => (answer.ok ? entryOf(new DOMParser().parseFromString(await answer.text(), 'text/html')) : null),
    () => null,
  );
  if (!entry) return new MissingCode('unreachable');
  return new MissingCode(entry === entryOf(document) ? 'unknown' : 'replaced');
}

/** The script that a page of the UI begins with; each release has a name of its own for it. */
function entryOf(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}
