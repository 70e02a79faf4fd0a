import { globSync } from 'node:fs';
import path from 'node:path';
import type { Route } from '#shared/api/route.ts';

const root = path.resolve(import.meta.dirname, '../../shared/features');
const modules = await Promise.all(
  globSync('**/*.ts', { cwd: root }).map((file): Promise<object> => import(path.join(root, file))),
);

const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'access' in value;

/** Every route there is, read from the contract of every slice. */
export const routes: Route[] = [...new Set(modules.flatMap((module) => Object.values(module)).filter(isRoute))];

/** `get /workspaces/{workspaceID}` */
export const nameOf = ({ method, path }: Route): string => `${method} ${path}`;
