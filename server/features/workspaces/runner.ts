import { INIT_READY } from '#shared/features/workspaces/model.ts';
import { say } from '../../platform/say.ts';
import { askPage, containerName, type Runner } from '../instances/index.ts';
import { dismantle, idsToCopy, keepLeft, keepPoint, takeSnapshots } from '../snapshots/index.ts';
import type { WorkspaceRecord } from './access.ts';
import { bringUp } from './bring-up.ts';
import { cloneLate } from './clone-late.ts';
import { createRedactor } from './clone-repository.ts';
import { continueProject } from './continue-project.ts';
import { finishStoppedGoBack } from './finish-go-back.ts';
import { workspaceKind } from './kind.ts';
import { IDE_HEALTH } from './wait-until-ready.ts';

/** A build may use all of its cores, so wait before its web IDE counts as silent. */
const ASK_TIMEOUT_MS = 10_000;

/** How workspaces are run. */
export const workspaceRunner: Runner<WorkspaceRecord> = {
  ...workspaceKind,
  ready: { code: INIT_READY, text: say('workspaces.ready') },
  bringUp,
  redactor: ({ secrets }, { gitCredentials }) => createRedactor(gitCredentials ? secrets.open(gitCredentials) : null),
  // One without a web IDE has nothing to check.
  async ask(engine, { id, ide }) {
    const asked = { engine, container: containerName('workspace', id), timeoutMs: ASK_TIMEOUT_MS };
    return ide === 'none' ? null : askPage(asked, IDE_HEALTH);
  },
  isUnfinished: ({ cloneStatus, projectStage }) => cloneStatus === 'pending' || projectStage !== null,
  finish: (dependencies, workspace, signal) => {
    const { cloneStatus, projectStage } = workspace;
    if (cloneStatus === 'pending' || projectStage === null) return cloneLate(dependencies, workspace, signal);
    return continueProject(dependencies, workspace, projectStage, signal);
  },
  async takeSnapshots(dependencies, engine, workspace) {
    await takeSnapshots(dependencies, engine, workspaceKind, workspace);
    await finishStoppedGoBack(dependencies, engine, workspace);
  },
  keepPoint: (dependencies, engine, workspace, image) =>
    keepPoint(dependencies, engine, workspaceKind, workspace, {
      reason: 'stopped',
      make: (point) => engine.tagImage(image, point),
    }),
  keepLeft: (dependencies, engine, workspace, left) => keepLeft(dependencies, engine, workspaceKind, workspace, left),
  dismantle: (dependencies, engine, workspace) => dismantle(dependencies, engine, workspaceKind, workspace),
  idsToCopy: (executor, engineId) => idsToCopy(executor, engineId, workspaceKind),
};
