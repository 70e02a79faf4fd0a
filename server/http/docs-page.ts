import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';

interface Operation {
  summary?: string;
  tags?: string[];
  security?: unknown[];
  requestBody?: unknown;
  parameters?: unknown[];
  responses?: Record<string, unknown>;
}
interface Document {
  info: { title: string; description?: string };
  paths?: object;
}

const STYLE = `
  :root { color-scheme: light dark; font: 14px/1.5 Inter, system-ui, sans-serif }
  body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
  summary { cursor: pointer; padding: .5rem 0 } summary code { font-weight: 600 }
  details { border-bottom: 1px solid color-mix(in srgb, currentColor 15%, transparent) }
  pre { overflow: auto; padding: .75rem; border-radius: 6px; background: color-mix(in srgb, currentColor 6%, transparent) }
  .method { display: inline-block; width: 3.5rem; font: 600 12px monospace } .lock { opacity: .6; float: right }`;

/** Only its own style may load. */
export const DOCS_POLICY = `default-src 'none'; style-src '${hashOf(STYLE)}'; base-uri 'none'; frame-ancestors 'none'`;

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

/** The OpenAPI document as one page without scripts. */
export function renderDocs(document: Document) {
  const groups = new Map<string, { method: string; path: string; operation: Operation }[]>();
  for (const [path, methods] of Object.entries<object>({ ...document.paths })) {
    for (const [method, value] of Object.entries(methods)) {
      const operation = value as Operation;
      const tag = operation.tags?.[0] ?? 'other';
      groups.set(tag, [...(groups.get(tag) ?? []), { method, path, operation }]);
    }
  }
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${document.info.title} API</title>
        <style>${raw(STYLE)}</style>
      </head>
      <body>
        <h1>${document.info.title} API</h1>
        <p>${document.info.description ?? ''} The same as a machine reads it: <a href="openapi.json">openapi.json</a>.</p>
        <p><a href="docs/examples">Examples</a> for curl, the command line, TypeScript, and agents over MCP.</p>
        <p>Agents find tools at <code>/mcp</code>, which speaks the Model Context Protocol: send an API token as
          <code>Authorization: Bearer slipway_…</code>, or connect with OAuth. The guide is <code>server/mcp/README.md</code>.</p>
        ${[...groups].map(([tag, entries]) => html`<h2>${tag}</h2>${entries.map(entry)}`)}
      </body>
    </html>`;
}

function entry({ method, path, operation }: { method: string; path: string; operation: Operation }) {
  const { requestBody, parameters, responses } = operation;
  return html`<details>
    <summary>
      <span class="method">${method.toUpperCase()}</span> <code>${path}</code> ${operation.summary ?? ''}
      ${operation.security?.length ? html`<span class="lock">session</span>` : ''}
    </summary>
    <pre>${JSON.stringify({ parameters, requestBody, responses }, null, 2)}</pre>
  </details>`;
}
