import english from '#shared/i18n/en/gateway.json' with { type: 'json' };
import { readCatalogues } from '../../platform/translate.ts';

type Texts = typeof english;

const catalogues = readCatalogues<Texts>('gateway');

export function gatewayTexts(locale: string | null): Texts {
  return catalogues.get(locale ?? 'en') ?? english;
}

type PageName = {
  [K in keyof Texts]: Texts[K] extends { title: string; message: string } ? K : never;
}[keyof Texts];

export interface Page {
  name: PageName;
  status: number;
  /** For pages about a port. */
  port?: number;
  /** The one next step, as a link. */
  action?: { text: keyof Texts & ('signIn' | 'openAgain' | 'toWorkspaces' | 'tryAgain'); href: string };
}

const STYLE = `:root{color-scheme:light dark;--text:#1c2024;--muted:#60646c;--back:#fcfcfd;--line:#e0e1e6;--accent:#0e646a}
@media (prefers-color-scheme:dark){:root{--text:#edeef0;--muted:#b0b4ba;--back:#111113;--line:#2e3135;--accent:#6fcbce}}
body{margin:0;min-height:100vh;display:grid;place-items:center;background:var(--back);color:var(--text);
font:14px/1.6 Inter,system-ui,sans-serif}main{box-sizing:border-box;width:min(28rem,100vw - 32px);padding:24px;
border:1px solid var(--line);border-radius:6px}h1{margin:0 0 8px;font-size:18px;line-height:1.4}p{margin:0;color:var(--muted)}
a{display:inline-block;margin-top:16px;color:var(--accent);font-weight:600}small{display:block;margin-top:16px;color:var(--muted)}`;

/** Only its own style may load: the page is served on a workspace's host. */
export const PAGE_HEADERS: Record<string, string> = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'",
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Robots-Tag': 'noindex, nofollow',
  'X-Content-Type-Options': 'nosniff',
};

/** One of the gateway's own pages, self-contained, in light and dark, in the given language. */
export function renderPage(page: Page, locale: string | null): string {
  const { status, action } = page;
  const texts = gatewayTexts(locale);
  const { title, message } = textsOf(page, texts);
  const link = action ? `<a href="${escapeHtml(action.href)}">${escapeHtml(texts[action.text])}</a>` : '';
  return `<!doctype html><html lang="${locale ?? 'en'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)} · Slipway</title><style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${link}<small>Slipway · ${status}</small></main></body></html>`;
}

/** The same for programs: one line of English. */
export function pageText(page: Page): string {
  const { title, message } = textsOf(page, english);
  return `${title}. ${message}`;
}

function textsOf({ name, port }: Page, texts: Texts): { title: string; message: string } {
  const fill = (text: string) => text.replaceAll('{{port}}', String(port ?? ''));
  return { title: fill(texts[name].title), message: fill(texts[name].message) };
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
