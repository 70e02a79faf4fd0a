import type { Dependencies } from '../context.ts';
import { createProgress, type InitProgress } from '../instances/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { createRedactor } from './clone-repository.ts';
import { maskOf } from './deliver-secrets.ts';
import { workspaceKind } from './kind.ts';

/** Adds to the log of a workspace that already runs, with credentials and the values of its secrets hidden. */
export async function createLateProgress(
  dependencies: Dependencies,
  workspace: WorkspaceRecord,
): Promise<InitProgress> {
  const mask = await maskOf(dependencies, workspace);
  const redact = createRedactor(null);
  return createProgress(dependencies, workspaceKind, workspace, (line) => redact(mask(line)));
}
