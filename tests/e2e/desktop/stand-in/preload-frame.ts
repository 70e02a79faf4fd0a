import { readFileSync } from 'node:fs';

export const BINDING = '__standInInvoke';
export const RECEIVE = '__standInReceive';

/** The preload script as a page's first script: with `require('electron')` and nothing else, in the top frame only. */
export function preloadFrame(file: string): string {
  return `(() => {
    if (window !== window.top) return;
    const invoke = window.${BINDING};
    const listeners = new Map();
    window.${RECEIVE} = (channel, args) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
    };
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name, api) =>
          Object.defineProperty(window, name, { value: Object.freeze(api), enumerable: true }),
      },
      ipcRenderer: {
        invoke: (channel, ...args) => invoke(channel, structuredClone(args)),
        on: (channel, listener) => listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
        removeListener: (channel, listener) =>
          listeners.set(channel, (listeners.get(channel) ?? []).filter((each) => each !== listener)),
      },
    };
    const require = (name) => {
      if (name !== 'electron') throw new Error('A sandboxed preload script may only require electron');
      return electron;
    };
    ((require, module, exports) => {${readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL.*$/m, '')}
    })(require, { exports: {} }, {});
  })()`;
}
