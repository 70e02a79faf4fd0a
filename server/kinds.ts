import type { Kinds } from './features/context.ts';
import type { Runner } from './features/instances/runner.ts';
import { serviceKind } from './features/services/kind.ts';
import { serviceRunner } from './features/services/runner.ts';
import { workspaceKind } from './features/workspaces/kind.ts';
import { workspaceRunner } from './features/workspaces/runner.ts';

/** What runs in containers, as transactions change it. */
export const kinds: Kinds = { workspace: workspaceKind, service: serviceKind };

/** The same, as jobs and watchers run it. */
export const runners: readonly Runner[] = [workspaceRunner, serviceRunner];
