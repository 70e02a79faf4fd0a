import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import { type KeptMail, listOutbox, type OutboxStore, readOutbox } from './outbox.ts';

const BASE = '/dev/outbox';
const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 Inter, system-ui, sans-serif }
  body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
  table { width: 100%; border-collapse: collapse } th { text-align: left; font-weight: 600 }
  th, td { padding: .5rem .5rem .5rem 0; border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
  iframe { width: 100%; height: 30rem; border: 1px solid color-mix(in srgb, currentColor 15%, transparent); border-radius: 6px }
  pre { overflow: auto; white-space: pre-wrap } .muted { opacity: .7 }`;

/** Development only: pages over the outbox. Mount at `/dev/outbox`. Mails are shown in a sandbox. */
export function outboxPages(store: OutboxStore): Hono {
  const pages = new Hono();
  pages.get('/', async (c) => c.html(page('Outbox', list(await listOutbox(store)))));
  pages.get('/:id', async (c) => {
    const mail = await readOutbox(store, c.req.param('id'));
    if (!mail) return c.html(page('Outbox', html`<p>There is no such mail. <a href="${BASE}">All mails</a></p>`), 404);
    return c.html(page(mail.subject, show(mail)));
  });
  return pages;
}

type Part = ReturnType<typeof html>;

function page(title: string, content: Part): Part {
  return html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${raw(STYLE)}</style></head>
<body><h1>${title}</h1>${content}</body>
</html>`;
}

function list(mails: KeptMail[]): Part {
  if (mails.length === 0) return html`<p class="muted">No mails yet. Those the server sends will show up here.</p>`;
  return html`<table>
<thead><tr><th>Subject</th><th>To</th><th>Date</th></tr></thead>
<tbody>${mails.map((mail) => html`<tr><td><a href="${BASE}/${mail.id}">${mail.subject}</a></td><td>${mail.to}</td><td>${mail.date}</td></tr>`)}</tbody>
</table>`;
}

function show(mail: KeptMail): Part {
  return html`<p class="muted">To ${mail.to}, ${mail.date}. <a href="${BASE}">All mails</a></p>
${mail.attachments.length > 0 ? html`<p>Attached: ${mail.attachments.join(', ')}</p>` : ''}
${mail.link ? html`<p>Link: <a href="${mail.link}">${mail.link}</a></p>` : ''}
<iframe title="HTML" sandbox="" srcdoc="${mail.html}"></iframe>
<h2>Text</h2><pre>${mail.text}</pre>`;
}
