import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { i18n } from '../lib/i18n.ts';
import { whyCodeIsMissing } from '../lib/missing-code.ts';
import { retried } from '../lib/retried.ts';
import { PageFailure } from './pages/PageFailure.tsx';

/** A page whose code and catalogues load together when its path is first opened; its layout stays if they fail. */
export function page(path: string, load: () => Promise<ComponentType>, namespaces: string[] = []): RouteObject {
  // Around the route and not on it: the router shows nothing of a route whose code didn't load.
  return { ErrorBoundary: PageFailure, children: [{ path, lazy: () => arrive(load, namespaces) }] };
}

/** A layout that the first load of the public pages doesn't need. */
export function layout(load: () => Promise<ComponentType>, namespaces: string[], children: RouteObject[]): RouteObject {
  return { lazy: () => arrive(load, namespaces), children };
}

/** @throws MissingCode */
async function arrive(load: () => Promise<ComponentType>, namespaces: string[]) {
  const code = retried(load).catch(async () => {
    throw await whyCodeIsMissing();
  });
  const [Component] = await Promise.all([code, i18n.loadNamespaces(namespaces)]);
  return { Component };
}
