import { readFileSync } from 'node:fs';

export const BINDING = '__standInInvoke';
export const RECEIVE = '__standInReceive';

/**
 * The preload script as a page's first script, in the top frame only. It gets what a sandboxed one gets: `require` of
 * electron's renderer part, and nothing of Node. What crosses to the page is copied, and functions are called by proxy,
 * as contextBridge does.
 */
export function preloadFrame(file: string): string {
  return `(() => {
    if (window !== window.top) return;
    const invoke = window.${BINDING};
    const listeners = new Map();
    window.${RECEIVE} = (channel, args) => {
      for (const listener of listeners.get(channel) ?? []) listener({}, ...args);
    };
    const cross = (value) => {
      if (typeof value === 'function') return (...args) => cross(value(...args.map(cross)));
      if (value instanceof Promise) return value.then(cross, (error) => Promise.reject(new Error(String(error.message))));
      if (typeof value !== 'object' || value === null) return value;
      if (Array.isArray(value)) return Object.freeze(value.map(cross));
      const plain = Object.getPrototypeOf(value) === Object.prototype || Object.getPrototypeOf(value) === null;
      if (!plain) return structuredClone(value);
      return Object.freeze(Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cross(each)])));
    };
    const only = (name, object) =>
      new Proxy(object, {
        get(target, property) {
          if (property in target) return target[property];
          throw new Error('A sandboxed preload script has no ' + name + '.' + String(property) + ' in this stand-in');
        },
      });
    const electron = only('electron', {
      contextBridge: only('contextBridge', {
        exposeInMainWorld(name, api) {
          if (name in window) throw new Error('Cannot bind an API on top of an existing property on the window object');
          Object.defineProperty(window, name, { value: cross(api), enumerable: true });
        },
      }),
      ipcRenderer: only('ipcRenderer', {
        invoke: (channel, ...args) => invoke(channel, structuredClone(args)),
        on: (channel, listener) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
        removeListener: (channel, listener) =>
          void listeners.set(channel, (listeners.get(channel) ?? []).filter((each) => each !== listener)),
      }),
    });
    const require = (name) => {
      if (name !== 'electron') throw new Error('This preload script may only require electron');
      return electron;
    };
    ((require, module, exports) => {${readFileSync(file, 'utf8').replace(/^\/\/# sourceMappingURL.*$/m, '')}
    })(require, { exports: {} }, {});
  })()`;
}
