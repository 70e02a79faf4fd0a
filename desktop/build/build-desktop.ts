import { cp, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build, type InlineConfig } from 'vite';
import manifest from '../../package.json' with { type: 'json' };

/**
 * Builds the desktop app into `dist/desktop`, a folder that Electron can run and electron-builder can pack: the main
 * process, the preload script, the app's own pages, the web build (already in `dist/web`), and keytar's native part if
 * `npm ci` could build it.
 */
const ROOT = path.resolve(import.meta.dirname, '../..');
const OUT = path.join(ROOT, 'dist/desktop');
const WEB = path.join(ROOT, 'dist/web');

const shared: InlineConfig = { configFile: false, root: ROOT, logLevel: 'warn', publicDir: false };

/** Provided by Node and Electron; keytar is loaded at run time, if it is there. */
const OUTSIDE = [/^node:/, 'electron', 'keytar', 'cpu-features', /\.node$/];

await stat(path.join(WEB, 'index.html')).catch(() => {
  throw new Error('There is no web build yet: run `npm run build` first.');
});
await rm(OUT, { recursive: true, force: true });
// CommonJS: some bundled packages use __dirname.
await buildProgram('desktop/main/main.ts', 'main.cjs');
await buildProgram('desktop/preload/preload.ts', 'preload.cjs');
await build({
  ...shared,
  root: path.join(ROOT, 'desktop/main/pages'),
  build: {
    outDir: path.join(OUT, 'pages'),
    emptyOutDir: true,
    target: 'es2023',
    modulePreload: { polyfill: false },
    // The policy of these pages allows no data: addresses.
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['connect', 'crashed', 'offline'].map((page) => path.join(ROOT, `desktop/main/pages/${page}.html`)),
    },
  },
});
await cp(WEB, path.join(OUT, 'web'), { recursive: true, filter: (file) => !/\.(map|br|gz)$/.test(file) });
await cp(path.join(ROOT, 'resources/icons'), path.join(OUT, 'icons'), { recursive: true });
await copyKeytar();
const { name, version, description, license } = manifest;
const own = {
  name,
  productName: 'Slipway',
  version,
  description,
  license,
  author: 'Slipway',
  type: 'module',
  main: 'main.cjs',
  // Linux finds the app's entry by it: icon, badge and slipway:// addresses.
  desktopName: 'slipway.desktop',
};
await writeFile(path.join(OUT, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);

// electron-updater reads this if the app isn't packed, as in the tests; packing writes its own.
await writeFile(path.join(OUT, 'dev-app-update.yml'), 'provider: generic\nupdaterCacheDirName: slipway-updater\n');

async function buildProgram(entry: string, fileName: string): Promise<void> {
  await build({
    ...shared,
    // Everything not listed as external is bundled: the packed app has no node_modules.
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: path.join(ROOT, entry),
      outDir: OUT,
      emptyOutDir: false,
      target: 'node24',
      minify: true,
      sourcemap: 'hidden',
      rolldownOptions: {
        external: OUTSIDE,
        output: { format: 'cjs', entryFileNames: fileName, chunkFileNames: 'chunks/[name]-[hash].cjs' },
      },
    },
  });
}

/** The app works without keytar, which npm leaves out if it can't build it. */
async function copyKeytar(): Promise<void> {
  const require = createRequire(import.meta.url);
  let folder: string;
  try {
    folder = path.dirname(require.resolve('keytar/package.json'));
  } catch {
    console.warn('keytar is not installed: this build keeps secrets in Electron’s safeStorage.');
    return;
  }
  for (const file of ['package.json', 'lib/keytar.js', 'build/Release/keytar.node']) {
    const target = path.join(OUT, 'native/keytar', file);
    await mkdir(path.dirname(target), { recursive: true });
    await cp(path.join(folder, file), target);
  }
}
