import { registerHooks } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const standIn = pathToFileURL(path.join(import.meta.dirname, 'electron.ts')).href;

/** From here on `electron` is the stand-in, for `import` and for `require`. */
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
});
