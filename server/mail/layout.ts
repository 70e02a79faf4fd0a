import { html, raw } from 'hono/html';
import { oneLine } from '#shared/api/one-line.ts';
import { say } from '../platform/say.ts';
import { translate } from '../platform/translate.ts';
import type { Mail } from './mailer.ts';

/** The content of a mail, in English; the layout makes text and HTML of it, in the recipient's language. */
export interface MailContent {
  to: string;
  subject: string;
  greeting: string;
  paragraphs: string[];
  action?: { label: string; url: string };
  /** Small print below the button. */
  footnote?: string;
  /** For recipients without a language: that of the sender. */
  locale?: string | null | undefined;
}

const STYLE = `
  :root { color-scheme: light dark; supported-color-schemes: light dark }
  body { margin: 0; padding: 32px 16px; background: #f7f8fa; color: #1a212b; font: 15px/1.6 Inter, system-ui, -apple-system, 'Segoe UI', sans-serif }
  main { max-width: 520px; margin: 0 auto; padding: 32px; background: #ffffff; border: 1px solid #e2e6eb; border-radius: 10px }
  .brand { margin: 0 0 24px; color: #0e646a; font-size: 18px; font-weight: 700; letter-spacing: -0.02em }
  p { margin: 0 0 16px; overflow-wrap: anywhere; white-space: pre-line }
  .action { display: inline-block; padding: 10px 20px; background: #127a80; color: #ffffff; border-radius: 6px; font-weight: 600; text-decoration: none }
  .small { color: #5f6b7a; font-size: 13px }
  .small a { color: inherit }
  @media (prefers-color-scheme: dark) {
    body { background: #12161c; color: #dde2e9 } main { background: #1a2028; border-color: #303844 }
    .brand { color: #6fcbce } .small { color: #95a0af }
  }
  @media (max-width: 480px) { body { padding: 16px 8px } main { padding: 24px 20px } }`;

/** One layout for all mails: plain, readable without images, in light and dark. */
export function composeMail(content: MailContent, locale: string | null = null): Mail {
  const ours = (text: string) => translate(text, locale);
  const { to, action, footnote } = content;
  const said: MailContent = {
    to,
    // One line, whatever a person wrote.
    subject: oneLine(ours(content.subject)),
    greeting: ours(content.greeting),
    paragraphs: content.paragraphs.map(ours),
    ...(action && { action: { label: ours(action.label), url: action.url } }),
    ...(footnote && { footnote: ours(footnote) }),
  };
  return { to, subject: said.subject, text: asText(said), html: asHtml(said, locale ?? 'en', ours(OR_OPEN)) };
}

const OR_OPEN = say('mail.layout.openLink');

function asText({ greeting, paragraphs, action, footnote }: MailContent): string {
  const parts = [greeting, ...paragraphs];
  if (action) parts.push(`${action.label}:\n${action.url}`);
  if (footnote) parts.push(footnote);
  return `${parts.join('\n\n')}\n\n-- \nSlipway\n`;
}

function asHtml(content: MailContent, locale: string, orOpen: string): string {
  const { subject, greeting, paragraphs, action, footnote } = content;
  const button = action && html`<p><a class="action" href="${action.url}">${action.label}</a></p>`;
  const address = action && html`<p class="small">${orOpen} <a href="${action.url}">${action.url}</a></p>`;
  return html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${subject}</title><style>${raw(STYLE)}</style></head>
<body><main>
<p class="brand">Slipway</p>
<p>${greeting}</p>
${paragraphs.map((paragraph) => html`<p>${paragraph}</p>`)}
${button ?? ''}${footnote ? html`<p class="small">${footnote}</p>` : ''}${address ?? ''}
</main></body>
</html>`.toString();
}
