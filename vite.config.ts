import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import postcssPresetMantine from 'postcss-preset-mantine';
import { defineConfig, type Plugin } from 'vite';
import { firstLoad } from './desktop/build/first-load.ts';
import { isShared, isWithSchemas, withoutSchemas } from './desktop/build/without-schemas.ts';

const api = process.env.SLIPWAY_API_ORIGIN ?? `http://127.0.0.1:${process.env.SLIPWAY_PORT ?? 4400}`;
/** What the control plane answers itself: the API, MCP, the way into workspaces, the development outbox. */
const proxy = {
  '/api': { target: api },
  '/mcp': { target: api },
  '/oauth': { target: api },
  '/.well-known': { target: api },
  '/dev': { target: api },
  '/open': { target: api },
  '/socket.io': { target: api, ws: true },
};

/** Writes `.br` and `.gz` beside what the server hands out, so that it never compresses while someone waits. */
function precompress(): Plugin {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
  return {
    name: 'slipway:precompress',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const assets = path.join(dir, 'assets');
      for (const file of await readdir(assets)) {
        if (!/\.(js|css|svg)$/.test(file)) continue;
        const content = await readFile(path.join(assets, file));
        await writeFile(path.join(assets, `${file}.br`), brotliCompressSync(content, brotli));
        await writeFile(path.join(assets, `${file}.gz`), gzipSync(content, { level: 9 }));
      }
    },
  };
}

const FIRST_TEXTS = /\/shared\/i18n\/(\w+)\/(?:activity|resources|sharing|shell|tour|workspaces)\.json$/;

export default defineConfig({
  root: 'desktop/renderer',
  plugins: [withoutSchemas(), react(), firstLoad(), precompress()],
  css: { postcss: { plugins: [postcssPresetMantine()] } },
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // A hidden map helps to read a stack trace without shipping the sources to every visitor.
    sourcemap: 'hidden',
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      // A slice's index only re-exports, so a page loads just the parts it uses.
      treeshake: { moduleSideEffects: [{ test: /renderer\/features\/[\w-]+\/index\.ts$/, sideEffects: false }] },
      output: {
        // A browser asks for six files at a time: what is needed together is one file, not a hundred.
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 10 },
            { name: 'router', test: /node_modules\/react-router(-dom)?\//, priority: 9 },
            { name: 'texts', test: /node_modules\/(i18next|react-i18next)\//, priority: 8 },
            // What the first pages behind the login say: one file for each language.
            { name: (id) => `says-${FIRST_TEXTS.exec(id)?.[1]}`, debugName: 'says', test: FIRST_TEXTS, priority: 8 },
            { name: 'first', test: /renderer\/app\/main\.tsx$/, priority: 7 },
            // Addresses and rules, which need nothing else.
            { name: 'rules', test: isShared, priority: 6, includeDependenciesRecursively: false },
            // Schemas that forms check with.
            { name: 'contract', test: isWithSchemas, priority: 5 },
            // What is open to everyone shares with what is behind the login.
            {
              name: 'controls',
              test: /@floating-ui\/|core\/esm\/components\/(Tooltip|Checkbox|SimpleGrid|Skeleton)\/|es\/Trans\.js$|renderer\/ui\/(ErrorState|PageSkeleton|RelativeTime|Facts|Form|FormActions)\.tsx$|lib\/use-send\.ts$|\/use-debounced-value\.mjs$|icons\/Icon(Check|CircleX|Point|X)\.mjs$/,
              priority: 4,
            },
            { name: 'public', test: /features\/auth\/\w+Page\.tsx$/, priority: 3 },
            // The frame around all pages and the first of them.
            { name: 'app', test: /app\/behind-login\.ts$/, priority: 2 },
            // Asked for once a page is there.
            { name: 'live', test: /\/(engine|socket)\.io-client\//, priority: 2 },
            {
              name: 'terminal',
              test: /node_modules\/@xterm\/|terminal\/(create-screen|connect-terminal|use-terminal)\.ts$/,
              priority: 2,
              includeDependenciesRecursively: false,
            },
            // What several of the others share: without the schemas of forms, and with them.
            {
              name: 'parts',
              test: /renderer\/(ui|lib)\/|\/(queries|programs)\.ts$|node_modules\//,
              minShareCount: 3,
              priority: 1,
            },
            { name: 'forms', minShareCount: 3, maxModuleSize: 60_000 },
          ],
        },
      },
    },
  },
  server: { port: 5173, proxy },
  preview: { port: 4173, proxy },
});
