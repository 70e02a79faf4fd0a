import type { Dependencies } from '../context.ts';
import { maskOf, type WorkspaceRecord } from '../workspaces/index.ts';

/** What a command wrote, without the values of the secrets that its workspace has. */
export async function showLog(
  dependencies: Pick<Dependencies, 'db' | 'secrets'>,
  copy: WorkspaceRecord,
  text: string,
): Promise<string> {
  const mask = await maskOf(dependencies, copy);
  return mask(cleanLog(text));
}

/** Postgres takes no NUL. */
export const cleanLog = (text: string) => text.replaceAll('\0', '').toWellFormed();
