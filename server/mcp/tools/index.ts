import type { Tool } from '../tool.ts';
import { commandTools } from './command-tools.ts';
import { devServerTools } from './dev-server-tools.ts';
import { fileTools } from './file-tools.ts';
import { taskTools } from './task-tools.ts';
import { workspaceTools } from './workspace-tools.ts';

/** Every tool, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  ...workspaceTools,
  ...commandTools,
  ...fileTools,
  ...devServerTools,
  ...taskTools,
];
