// Usage: precompress.mjs <code-server's folder>. Compresses what the web IDE's page loads once, instead of at each load,
// and lets code-server answer with it (see precompressed.cjs).
import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const folder = process.argv[2];
const out = join(folder, 'lib/vscode/out');
const { commit, quality } = JSON.parse(readFileSync(join(folder, 'lib/vscode/product.json'), 'utf8'));
const TYPES = { '.js': 'text/javascript', '.css': 'text/css', '.json': 'application/json', '.svg': 'image/svg+xml' };

const files = {};
const compressing = [];
const keep = async (file, compressed) => writeFileSync(file, await compressed);
for (const path of readdirSync(out, { recursive: true })) {
  const type = TYPES[extname(path)];
  // The rest is what the server itself runs.
  if (!type || (path !== 'nls.messages.js' && (!path.startsWith('vs/') || path.includes('/node/')))) continue;
  const file = join(out, path);
  const { size, mtimeMs } = statSync(file);
  if (size <= 1024) continue;
  const bytes = readFileSync(file);
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: size };
  compressing.push(keep(`${file}.br`, promisify(brotliCompress)(bytes, { params })));
  compressing.push(keep(`${file}.gz`, promisify(gzip)(bytes)));
  files[`/${quality}-${commit}/static/out/${path}`] = { path, type, size, modified: Math.trunc(mtimeMs / 1000) };
}
await Promise.all(compressing);
for (const needed of ['workbench.js', 'workbench.css']) {
  if (!Object.keys(files).some((each) => each.endsWith(`/${needed}`))) throw new Error(`the web IDE has no ${needed}`);
}
writeFileSync(join(folder, 'out/node/precompressed.json'), JSON.stringify(files));
copyFileSync(join(import.meta.dirname, 'precompressed.cjs'), join(folder, 'out/node/precompressed.cjs'));

const app = join(folder, 'out/node/app.js');
const place = 'router.use((0, compression_1.default)());';
const parts = readFileSync(app, 'utf8').split(place);
if (parts.length !== 2) throw new Error(`${app} compresses elsewhere now`);
writeFileSync(app, parts.join(`router.use(require("./precompressed.cjs")(), ${place.slice('router.use('.length)}`));
