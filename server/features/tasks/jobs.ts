import type { Dependencies } from '../context.ts';
import { advanceTask, watchTasks } from './advance.ts';

export const taskJobs = (dependencies: Dependencies) => ({
  'tasks.advance': ({ id }: { id: string }): Promise<void> => advanceTask(dependencies, id),
  'tasks.watch': (): Promise<void> => watchTasks(dependencies),
});

export const taskCrontab = '* * * * * tasks.watch';
