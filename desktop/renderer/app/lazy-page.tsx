import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { i18n } from '../lib/i18n.ts';
import { retried } from '../lib/retried.ts';

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
