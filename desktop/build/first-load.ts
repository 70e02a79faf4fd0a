import type { Plugin, Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;
type Chunk = Rolldown.OutputChunk;

/** What the page behind the login begins with, and the most that it may load, with the login's, in bytes of JavaScript. */
const BEHIND_LOGIN = /\/renderer\/app\/behind-login\.ts$/;
/** Loaded ahead on every page. */
const PALETTE = /\/renderer\/app\/palette\/Palette\.tsx$/;
const MOST_BYTES = 970_000;

/** Has the first load ask for its code early, and fails the build if what no first page needs gets into it. */
export function firstLoad(): Plugin {
  return {
    name: 'slipway:first-load',
    apply: 'build',
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
        return html.replace(
          'src="/before-paint.js"',
          `src="/before-paint.js" data-code="${code}" data-styles="${styles}"`,
        );
      },
    },
  };
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
