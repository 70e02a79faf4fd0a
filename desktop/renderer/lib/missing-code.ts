import { i18n } from './i18n.ts';

/** Code or texts of this page didn't load. The message is for people. */
export class MissingCode extends Error {
  override name = 'MissingCode';
  /** `replaced`: the server has a newer release, and this page's files are gone. */
  readonly reason: 'unreachable' | 'replaced' | 'unknown';

  constructor(reason: MissingCode['reason']) {
    super(i18n.t(reason === 'unknown' ? 'error.unexpected' : `error.${reason}`));
    this.reason = reason;
  }
}

/** Asks the server why code didn't load. Never throws. */
export async function whyCodeIsMissing(): Promise<MissingCode> {
  const entry = await fetch('/', { cache: 'no-store' }).then(
    async (answer) => (answer.ok ? entryOf(new DOMParser().parseFromString(await answer.text(), 'text/html')) : null),
    () => null,
  );
  if (!entry) return new MissingCode('unreachable');
  return new MissingCode(entry === entryOf(document) ? 'unknown' : 'replaced');
}

/** The UI's entry script; its name changes with each release. */
function entryOf(page: Document): string | null {
  return page.querySelector('script[type="module"][src]')?.getAttribute('src') ?? null;
}
