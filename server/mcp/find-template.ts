import { lineText } from '#shared/api/text.ts';
import { listTemplateOptions } from '../features/templates/list-templates.ts';
import type { Use } from './tool.ts';
import { ToolError } from './tool-error.ts';

/** How a tool is told which template it is about. */
export const templateField = lineText(64).min(1).optional();

/** The id of one that the token's person may use, by id or by name. @throws ToolError */
export async function findTemplate({ dependencies, actor }: Use, wanted: string): Promise<string> {
  const { items } = await listTemplateOptions({ db: dependencies.db, actor });
  const found = items.find(({ value }) => value === wanted) ?? items.find(({ text }) => text === wanted);
  if (found) return found.value;
  throw new ToolError('There is no such template that the token’s person may use.');
}
