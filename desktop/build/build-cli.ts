import { chmod, copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { build, type InlineConfig, type Plugin } from 'vite';
import { chargeSchema } from '#shared/api/envelope.ts';
import manifest from '../../package.json' with { type: 'json' };
import { isRoute } from '../cli/client/client.ts';
import { contract } from '../cli/client/routes.ts';
import { declareClient } from './declare-client.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/**
 * Builds the command line: `slipway.mjs`, one file that runs without an installation, and the client with its types, as
 * a folder that `npm pack` makes a package of.
 */
export async function buildCli(out = path.join(ROOT, 'dist/cli')): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await bundle('desktop/cli/main.ts', out, 'slipway.mjs', '#!/usr/bin/env node');
  await bundle('desktop/cli/client/client.ts', out, 'client.mjs');
  await chmod(path.join(out, 'slipway.mjs'), 0o755);
  await writeFile(path.join(out, 'client.d.mts'), declareClient(chargeSchema));
  await copyFile(path.join(ROOT, 'desktop/cli/README.md'), path.join(out, 'README.md'));
  await copyFile(path.join(ROOT, 'LICENSE'), path.join(out, 'LICENSE'));
  const { name, version, license, optionalDependencies } = manifest;
  const own = {
    name,
    version,
    description: 'The command line of Slipway, and its API as a typed client.',
    license,
    type: 'module',
    bin: { slipway: './slipway.mjs' },
    exports: {
      './client': { types: './client.d.mts', default: './client.mjs' },
      './package.json': './package.json',
    },
    files: ['slipway.mjs', 'client.mjs', 'client.d.mts'],
    engines: { node: '>=20.16' },
    optionalDependencies,
  };
  await writeFile(path.join(out, 'package.json'), `${JSON.stringify(own, null, 2)}\n`);
}

/** Puts a table of methods and paths in place of the contract, which only checks and types what is sent. */
function onlyAddresses(): Plugin {
  const file = path.join(ROOT, 'desktop/cli/client/routes.ts');
  const routes = Object.entries(contract).filter(([, value]) => isRoute(value));
  const table = routes.map(([name, route]) => {
    const { method, path: at } = route as { method: string; path: string };
    return [name, { method, path: at }];
  });
  return {
    name: 'slipway:only-addresses',
    load: (id) => (id === file ? `export const contract = ${JSON.stringify(Object.fromEntries(table))};` : null),
  };
}

/**
 * Asks Node.js for its own modules where they are used. As imports of the one file they would all be loaded with it,
 * whatever the command: they take longer than all of ours. (`getBuiltinModule` came with Node.js 20.16.)
 */
function builtinsWhenUsed(): Plugin {
  const prefix = '\0builtin:';
  const none = '\0none';
  return {
    name: 'slipway:builtins-when-used',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!isBuiltin(id)) return null;
      const name = id.replace(/^node:/, '');
      // For commands that are programs of their own, of which there are none.
      const unused = name === 'child_process' && importer?.includes('/node_modules/commander/');
      return { id: unused ? none : `${prefix}${name}`, moduleSideEffects: false };
    },
    load(id) {
      if (id === none) return 'module.exports = {};';
      return id.startsWith(prefix) ? `module.exports = process.getBuiltinModule('${id.slice(prefix.length)}');` : null;
    },
  };
}

async function bundle(entry: string, out: string, fileName: string, banner = ''): Promise<void> {
  const config: InlineConfig = {
    configFile: false,
    root: ROOT,
    logLevel: 'warn',
    publicDir: false,
    plugins: [onlyAddresses(), builtinsWhenUsed()],
    ssr: { noExternal: true, target: 'node' },
    build: {
      ssr: path.join(ROOT, entry),
      outDir: out,
      emptyOutDir: false,
      target: 'node20',
      minify: true,
      rolldownOptions: {
        external: ['keytar'],
        treeshake: { moduleSideEffects: [{ test: /\/(desktop|shared)\//, sideEffects: false }] },
        // One file, whose parts still run only when they are asked for.
        output: { format: 'esm', entryFileNames: fileName, codeSplitting: false, banner },
      },
    },
  };
  await build(config);
}

if (import.meta.main) await buildCli();
