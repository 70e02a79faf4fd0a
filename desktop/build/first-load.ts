import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';
import { pathOf } from '../../shared/api/call-input.ts';
import { API_BASE } from '../../shared/api/wire.ts';
import { currentUser } from '../../shared/features/auth/contract.ts';
import { listWorkspaces } from '../../shared/features/workspaces/contract.ts';
import { userOptions } from '../../shared/features/workspaces/options.ts';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** What the page behind the login begins with, and the most that it may load, with the login's, in bytes of JavaScript. */
const BEHIND_LOGIN = /\/renderer\/app\/behind-login\.ts$/;
/** Loaded ahead on every page. */
const PALETTE = /\/renderer\/app\/palette\/Palette\.tsx$/;
const MOST_BYTES = 935_000;

/** What `routes.tsx` says that they show texts of: everyone's pages, the layout of those behind the login, and the first of them. */
const TEXTS = {
  open: ['common', 'validation', 'auth'],
  inside: ['shell', 'server', 'activity', 'resources', 'sharing'],
  '/workspaces': ['workspaces', 'tour'],
};
/** What the pages behind the login call first, and what the list at an address does. */
const ASKS = {
  all: [pathOf(currentUser, {})],
  '/workspaces': [pathOf(listWorkspaces, { query: { page: '1' } }), pathOf(userOptions, {})],
};

/** Has the first load ask for its code, texts and lists early, and fails the build if what no first page needs gets into it. */
export function firstLoad(): Plugin {
  let apiBase = API_BASE;
  return {
    name: 'slipway:first-load',
    apply: 'build',
    configResolved({ env }) {
      apiBase = env.VITE_API_BASE ?? API_BASE;
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const first = loadedBy(bundle, ({ isEntry }) => isEntry);
        const behind = loadedBy(bundle, ({ facadeModuleId }) => BEHIND_LOGIN.test(facadeModuleId ?? ''));
        if (behind.size === 0) throw new Error('No chunk for what is behind the login: see firstLoad.');
        const all = new Set([...first, ...behind]);
        const palette = loadedBy(bundle, ({ facadeModuleId }) => PALETTE.test(facadeModuleId ?? ''));
        if (palette.size === 0) throw new Error('No chunk for the palette: see firstLoad.');
        const unwanted = [...new Set([...all, ...palette])].flatMap(({ fileName, moduleIds }) =>
          moduleIds.filter((id) => /\/node_modules\/(zod|@xterm)\//.test(id)).map((id) => `${fileName}: ${id}`),
        );
        if (unwanted.length > 0)
          throw new Error(`Every page would load what only forms or terminals need:\n${unwanted.join('\n')}`);
        const bytes = [...all].reduce((sum, { code }) => sum + code.length, 0);
        if (bytes > MOST_BYTES) throw new Error(`The first load has ${bytes} bytes of JavaScript, over ${MOST_BYTES}.`);
        const later = [...behind].filter((chunk) => !first.has(chunk));
        const code = later.map(({ fileName }) => `/${fileName}`).join(' ');
        const css = later.flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]);
        const styles = [...new Set(css)].map((file) => `/${file}`).join(' ');
        const asks = mapValues(ASKS, (paths) => paths.map((path) => apiBase + path));
        const texts = textFiles(bundle, first);
        const lists = mapValues({ texts, asks, crash: crashTexts() }, (value) => JSON.stringify(value));
        const data = { code, styles, ...lists };
        const written = Object.entries(data).map(
          ([name, value]) => `data-${name}="${value.replaceAll('"', '&quot;')}"`,
        );
        return html.replace('src="/before-paint.js"', `src="/before-paint.js" ${written.join(' ')}`);
      },
    },
  };
}

/** The files of the first pages' texts, by language and page; what is part of the bundle comes with it. */
function textFiles(bundle: Bundle, first: Set<Chunk>): Record<string, Record<string, string[]>> {
  const languages: Record<string, Record<string, string[]>> = {};
  for (const chunk of Object.values(bundle)) {
    if (chunk.type !== 'chunk' || first.has(chunk)) continue;
    for (const id of chunk.moduleIds) {
      const [, language, namespace] = /\/shared\/i18n\/(\w+)\/(\w+)\.json$/.exec(id) ?? [];
      const place = Object.entries(TEXTS).find(([, names]) => namespace && names.includes(namespace))?.[0];
      if (!language || !place) continue;
      const places = languages[language] ?? {};
      languages[language] = places;
      places[place] = [...new Set([...(places[place] ?? []), `/${chunk.fileName}`])];
    }
  }
  return languages;
}

/** What `before-paint.js` says in each language if the scripts don't come. */
function crashTexts(): Record<string, unknown> {
  const folder = path.resolve(import.meta.dirname, '../../shared/i18n');
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => {
        const { crash } = JSON.parse(readFileSync(path.join(folder, name, 'common.json'), 'utf8'));
        return [name, { title: crash.title, text: crash.text, reload: crash.reload }];
      }),
  );
}

function mapValues<Value, To>(values: Record<string, Value>, to: (value: Value) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, to(value)]));
}

/** The chunks that load with those that match. */
function loadedBy(bundle: Bundle, matches: (chunk: Chunk) => boolean): Set<Chunk> {
  const loaded = new Set<Chunk>();
  const load = (chunk: Bundle[string] | undefined) => {
    if (chunk?.type !== 'chunk' || loaded.has(chunk)) return;
    loaded.add(chunk);
    for (const file of chunk.imports) load(bundle[file]);
  };
  for (const chunk of Object.values(bundle)) if (chunk.type === 'chunk' && matches(chunk)) load(chunk);
  return loaded;
}
