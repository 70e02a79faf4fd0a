import type { ComponentType } from 'react';
import type { RouteObject } from 'react-router-dom';
import { i18n } from '../lib/i18n.ts';
import { whyCodeIsMissing } from '../lib/missing-code.ts';
import { retried } from '../lib/retried.ts';
import { PageFailure } from './pages/PageFailure.tsx';

type Load<Name extends string> = () => Promise<Record<Name, ComponentType>>;

/**
 * A page whose code and catalogues load together when its path is first opened; its layout stays if they fail. `tabs`
 * are pages below it, shown in its outlet: the one at '' at its own path.
 */
export function page<Name extends string>(
  path: string,
  name: Name,
  texts: string[],
  load: Load<Name>,
  tabs: RouteObject[] = [],
): RouteObject {
  // Around the route and not on it: the router shows nothing of a route whose code didn't load.
  return { ErrorBoundary: PageFailure, children: [{ path, lazy: () => arrive(name, texts, load), children: tabs }] };
}

/** A layout that the first load of the public pages doesn't need. */
export function layout<Name extends string>(name: Name, texts: string[], load: Load<Name>, children: RouteObject[]) {
  return { lazy: () => arrive(name, texts, load), children };
}

/** @throws MissingCode */
async function arrive<Name extends string>(name: Name, texts: string[], load: Load<Name>) {
  const code = retried(load).catch(async () => {
    throw await whyCodeIsMissing();
  });
  const [loaded] = await Promise.all([code, i18n.loadNamespaces(texts)]);
  return { Component: loaded[name] };
}
