// In code-server, before its compression: answers the static files of the web IDE that precompress.mjs compressed.
// Everything else, also a file that somebody has changed since, is answered by code-server as ever.
const { createReadStream } = require('node:fs');
const { stat } = require('node:fs/promises');
const { join } = require('node:path');
const { pipeline } = require('node:stream');

const OUT = join(__dirname, '../../lib/vscode/out');
const ENCODINGS = { br: 'br', gzip: 'gz' };

module.exports = () => {
  const files = new Map(Object.entries(require('./precompressed.json')));

  return async (request, response, next) => {
    const file = files.get(request.path);
    const encoding = file && Object.keys(ENCODINGS).find((each) => request.acceptsEncodings([each]) === each);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!encoding || !reads || request.headers.range) return next();
    const compressed = join(OUT, `${file.path}.${ENCODINGS[encoding]}`);
    try {
      const [now, { size }] = await Promise.all([stat(join(OUT, file.path)), stat(compressed)]);
      if (now.size !== file.size || Math.trunc(now.mtimeMs / 1000) !== file.modified) return next();
      response.writeHead(200, {
        'Content-Type': file.type,
        'Content-Encoding': encoding,
        'Content-Length': size,
        'Cache-Control': 'public, max-age=31536000, immutable',
        Vary: 'Accept-Encoding',
      });
    } catch {
      return next();
    }
    if (request.method === 'HEAD') response.end();
    else pipeline(createReadStream(compressed), response, () => undefined);
  };
};
