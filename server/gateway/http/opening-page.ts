import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Theme } from '#shared/features/auth/contract.ts';
import { escapeHtml, gatewayTexts } from './page.ts';

/** What a person sees from the click until VS Code is there. */
export interface Opening {
  /** The workspace's. */
  name: string;
  /** Its page in the UI. */
  home: string;
  asleep: boolean;
  /** The person is a guest, whose page says when it has ended. */
  guest: boolean;
  theme: Theme;
  locale: string;
}

export const OPENING_SCRIPT = '/.slipway/opening.js';
export const OPENING_CODE = readFileSync(path.join(import.meta.dirname, 'opening-script.js'), 'utf8');
/** VS Code's page must not wait for what ours has loaded. */
export const KEPT_SCRIPT = `${OPENING_SCRIPT}?${createHash('sha256').update(OPENING_CODE).digest('hex').slice(0, 16)}`;

/** VS Code's page changes with its releases; this is what ours is about to configure, and no other page has it. */
const CONFIGURATION = /<meta\s[^>]*id="vscode-workbench-web-configuration"/;

// Without its style the cover isn't shown, and without its script it leaves soon: VS Code's page has its own policy.
const STYLE = `#slipway-opening{--text:#1c2024;--muted:#60646c;--back:#fcfcfd;--line:#e0e1e6;--accent:#0e646a;color-scheme:light;
position:fixed;inset:0;z-index:2147483647;display:grid;place-items:center;background:var(--back);color:var(--text);
font:14px/1.6 Inter,system-ui,sans-serif}
DARK{--text:#edeef0;--muted:#b0b4ba;--back:#111113;--line:#2e3135;--accent:#6fcbce;color-scheme:dark}
#slipway-opening[data-stage=cover]{animation:slipway-leave 1ms 5s forwards}
#slipway-opening main{box-sizing:border-box;width:min(28rem,100vw - 32px);padding:24px;border:1px solid var(--line);border-radius:6px}
#slipway-opening h1{margin:0 0 12px;font-size:18px;line-height:1.4;font-weight:600;overflow-wrap:anywhere}
#slipway-opening ul{margin:0;padding:0;list-style:none}
#slipway-opening li{display:flex;align-items:center;gap:8px;color:var(--muted)}
#slipway-opening li::before{content:"✓";width:14px;text-align:center;color:var(--accent)}
#slipway-opening li[aria-current]{color:var(--text)}
#slipway-opening li[aria-current]::before{content:"";box-sizing:border-box;height:14px;border:2px solid var(--line);
border-top-color:var(--accent);border-radius:50%;animation:slipway-turn 1s linear infinite}
#slipway-opening li[aria-current]~li::before{content:"·"}
#slipway-opening p{margin:12px 0 0;color:var(--muted)}#slipway-opening p:empty{display:none}
#slipway-opening a{display:inline-block;margin-top:16px;color:var(--accent);font-weight:600}
@keyframes slipway-turn{to{transform:rotate(1turn)}}
@keyframes slipway-leave{to{visibility:hidden;pointer-events:none}}
@media (prefers-reduced-motion:reduce){#slipway-opening li[aria-current]::before{animation:none}}`;
const DARK_RULE = /^DARK(.*)$/m;
const STYLES: Record<Theme, string> = {
  light: STYLE.replace(DARK_RULE, ''),
  dark: STYLE.replace(DARK_RULE, '#slipway-opening$1'),
  auto: STYLE.replace(DARK_RULE, '@media (prefers-color-scheme:dark){#slipway-opening$1}'),
};

/** The page of ours, which goes to the address again once VS Code answers. */
export function renderOpening(opening: Opening): string {
  return `<!doctype html><html lang="${escapeHtml(opening.locale)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
${titleOf(opening)}</head><body>${partOf(opening, 'wait')}</body></html>`;
}

/** VS Code's page, covered until it has loaded, with the person's theme and the workspace's name; null if it isn't one. */
export function coverVsCode(html: string, opening: Opening): string | null {
  const body = CONFIGURATION.test(html) && /<body[^>]*>/.exec(html);
  if (!body) return null;
  const at = body.index + body[0].length;
  const page = `${html.slice(0, at)}${partOf(opening, 'cover')}${html.slice(at)}`;
  return /<title[\s>]/.test(html) ? page : page.replace('</head>', () => `${titleOf(opening)}</head>`);
}

function titleOf({ name }: Opening): string {
  return `<title>${escapeHtml(name)} · Slipway</title>`;
}

function partOf({ name, home, asleep, guest, theme, locale }: Opening, stage: 'wait' | 'cover'): string {
  const { opening: texts, unshared } = gatewayTexts(locale);
  const { running, waiting, slow, here, sharedBy } = texts;
  const back = guest ? texts.backGuest : texts.back;
  const company = { here, ...(guest && { shared: sharedBy, ended: unshared.title, why: unshared.message }) };
  const told = { stage, name, home, theme, back, running, waiting, slow, ...company };
  const data = Object.entries(told).map(([key, value]) => ` data-${key}="${escapeHtml(value)}"`);
  const title = escapeHtml(texts.title.replaceAll('{{name}}', () => name));
  const isWaking = asleep && stage === 'wait';
  const line = (text: string, isNow: boolean) => `<li${isNow ? ' aria-current="step"' : ''}>${escapeHtml(text)}</li>`;
  const lines = line(isWaking ? texts.waking : running, isWaking) + line(texts.loading, !isWaking);
  return `<style>${STYLES[theme]}</style><div id="slipway-opening" hidden lang="${escapeHtml(locale)}"${data.join('')}><main aria-live="polite">
<h1>${title}</h1><ul>${lines}</ul><p></p>
<a href="${escapeHtml(home)}">${escapeHtml(back)}</a></main></div><script src="${KEPT_SCRIPT}"></script>`;
}
