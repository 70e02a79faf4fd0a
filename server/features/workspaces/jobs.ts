import type { Dependencies } from '../context.ts';
import { copyRunning } from './copy-running.ts';
import { followEditorSettings } from './follow-editor-settings.ts';
import { keepHourly } from './keep-hourly.ts';
import { keepSpares } from './keep-spares.ts';
import { moveOff } from './move-off.ts';
import { endSleeps, pauseIdle } from './pause-idle.ts';
import { refreshAllSecrets, sweepSecrets } from './refresh-secrets.ts';
import { removeAllWorkspaces } from './remove-all.ts';
import { recoverLost } from './start-elsewhere.ts';
import { sweepOverImages } from './sweep-over-images.ts';
import { tellMoving } from './tell-moving.ts';

declare module '../../platform/jobs.ts' {
  interface Jobs {
    'workspaces.pause-idle': Record<string, never>;
    /** Starts elsewhere what ran on a lost machine. */
    'workspaces.recover-lost': Record<string, never>;
    /** Keeps restore points of what is worked in. */
    'workspaces.keep-hourly': Record<string, never>;
    /** Copies what is worked in on the pool to the registry. */
    'workspaces.copy-running': Record<string, never>;
    /** Moves what is on machines that are being emptied. */
    'workspaces.move-off': Record<string, never>;
    /** Tells people when what they run on a machine is moved off it. */
    'workspaces.tell-moving': { nodeId: string; dueAt: string };
    /** Removes images over those of projects that nothing is made of. */
    'workspaces.sweep-images': Record<string, never>;
    /** Makes workspaces ahead. */
    'workspaces.keep-spares': Record<string, never>;
    /** Brings its person's settings of VS Code. */
    'workspaces.editor-settings': { id: string };
  }
}

export const workspaceJobs = (dependencies: Dependencies) => ({
  'workspaces.remove-all': ({ organizationId }: { organizationId: string }): Promise<void> =>
    removeAllWorkspaces(dependencies, organizationId),
  'workspaces.pause-idle': async (): Promise<void> => {
    await pauseIdle(dependencies);
    await endSleeps(dependencies);
  },
  'workspaces.keep-hourly': (): Promise<void> => keepHourly(dependencies),
  'workspaces.copy-running': (): Promise<void> => copyRunning(dependencies),
  'workspaces.keep-spares': (_: unknown, signal: AbortSignal): Promise<void> => keepSpares(dependencies, signal),
  'workspaces.sweep-images': (): Promise<void> => sweepOverImages(dependencies),
  'workspaces.move-off': (): Promise<void> => moveOff(dependencies),
  'workspaces.tell-moving': (input: { nodeId: string; dueAt: string }): Promise<void> =>
    tellMoving(dependencies, input),
  'workspaces.recover-lost': (): Promise<void> => recoverLost(dependencies),
  'workspaces.editor-settings': ({ id }: { id: string }): Promise<void> => followEditorSettings(dependencies, id),
  'workspaces.refresh-secrets': ({ organizationId }: { organizationId?: string }): Promise<void> =>
    organizationId ? refreshAllSecrets(dependencies, organizationId) : sweepSecrets(dependencies),
});

/** Lines of the crontab: `minute hour day month weekday name`. */
export const workspaceCron = [
  '* * * * * workspaces.pause-idle',
  '*/5 * * * * workspaces.keep-hourly',
  '* * * * * workspaces.copy-running',
  '* * * * * workspaces.keep-spares',
  '* * * * * workspaces.move-off',
  '40 3 * * * workspaces.sweep-images',
  '* * * * * workspaces.recover-lost',
  // Groups and users of workspaces change elsewhere.
  '* * * * * workspaces.refresh-secrets',
].join('\n');
