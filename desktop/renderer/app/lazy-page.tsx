import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { i18n } from '../lib/i18n.ts';

/** A page whose code and catalogues arrive together when its path is first opened. */
export function page(path: string, load: () => Promise<ComponentType>, namespaces: string[] = []): RouteObject {
  return {
    path,
    lazy: async () => {
      const [Component] = await Promise.all([retried(load), i18n.loadNamespaces(namespaces)]);
      return { Component };
    },
  };
}

/** A layout that is not needed on the first load of the public pages. */
export function layout(load: () => Promise<ComponentType>, namespaces: string[], children: RouteObject[]): RouteObject {
  return {
    lazy: async () => {
      const [Component] = await Promise.all([retried(load), i18n.loadNamespaces(namespaces)]);
      return { Component };
    },
    children,
  };
}

const RETRY_AFTER_MS = [300, 1500];

/** A network that changes under the browser (Wi-Fi, VPN) fails what is under way once; the next try gets through. */
async function retried<T>(load: () => Promise<T>): Promise<T> {
  for (const delayMs of RETRY_AFTER_MS) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
  return load();
}
