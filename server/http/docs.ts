import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { OpenAPIHono } from '@hono/zod-openapi';
import { SESSION_HEADER } from '#shared/api/wire.ts';
import type { AppEnvironment } from '../features/routing.ts';
import { say } from '../platform/say.ts';
import { DOCS_POLICY, renderDocs } from './docs-page.ts';

const DOCUMENT = {
  openapi: '3.1.0',
  info: {
    title: 'Slipway',
    version: '1',
    description: say('errors.sessionKeyHelp'),
  },
};

const EXAMPLES = path.join(import.meta.dirname, 'examples.md');

/**
 * `/api/openapi.json`, generated from the contract, `/api/docs`, the readable version, and `/api/docs/examples`, with
 * `publicUrl` for the server they ask.
 */
export function serveDocs(app: OpenAPIHono<AppEnvironment>, publicUrl: string): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'sessionKey', {
    type: 'apiKey',
    in: 'header',
    name: SESSION_HEADER,
  });
  const document = () => app.getOpenAPI31Document(DOCUMENT);
  app.get('/openapi.json', (c) => c.json(document()));
  app.get('/docs', (c) => c.html(renderDocs(document()), 200, { 'Content-Security-Policy': DOCS_POLICY }));
  app.get('/docs/examples', async (c) =>
    c.text((await readFile(EXAMPLES, 'utf8')).replace('https://slipway.example.com', publicUrl)),
  );
}
