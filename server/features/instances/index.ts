export { abortable } from './abortable.ts';
export { askCommand, askPage, askPort, type Fault } from './ask-health.ts';
export { copyToImage } from './back-up-stopped.ts';
export { backupImage, backupLabels, backupOf, backupOfLost, findBackup } from './backup.ts';
export { announce, changeStatus, keepChange } from './change-status.ts';
export { requestConvergence } from './converge-job.ts';
export { copyAway } from './copy-away.ts';
export { deleteInstance } from './delete.ts';
export { ensureContainer, type Making } from './ensure-container.ts';
export { type HandOver, handOver } from './hand-over.ts';
export { holdFreeSlug } from './hold-slug.ts';
export { addMessage, readMessages } from './init-messages.ts';
export { createProgress, type InitProgress } from './init-progress.ts';
export { readInstallationId } from './installation.ts';
export type { ChangeDependencies, Instance, Kind, Requester } from './kind.ts';
export { startContainer, stopEarlierRun } from './launch.ts';
export { LaunchError, launchErrorFrom, registrySentence, Superseded } from './launch-error.ts';
export { madeBy } from './made-by.ts';
export { containerName, INSTALLATION_LABEL, SERVICE_LABEL, WORKSPACE_LABEL } from './names.ts';
export { joinNetwork, prepareToJoin } from './networks.ts';
export {
  countProtected,
  deleteAllOn,
  listOn,
  noteMachineBack,
  noteMachineLost,
  noteServerBack,
  noteServerLost,
  type OnServer,
  wasLost,
  wasStoppedFor,
} from './on-server.ts';
export { diskDisplay, instanceUrl, memoryDisplay, presentChanges, presentInstance, STATUSES } from './present.ts';
export { reachedBy, visibleInstances } from './reach.ts';
export { findInstance, lockAsked, lockInstance, lockRow, mayOpen, readChanges, readInstance } from './read.ts';
export { recordedMemoryMb } from './recognize-engine.ts';
export { insertRecord, type RecordOf, readRecords, recordColumns, updateRecord } from './records.ts';
export { removeContainer, stopIfThere } from './remove-container.ts';
export { restartInstance } from './restart.ts';
export type { Runner, Work } from './runner.ts';
export { endSleep, fallAsleep } from './sleep.ts';
export { forgetSpares, type Spare } from './spares.ts';
export { becomePending, beginStart, startInstance } from './start.ts';
export { changeAndConverge, stopInstance } from './stop.ts';
export { untilActive } from './wait-until-active.ts';
export { GB } from './watch-disks.ts';
export { watchAsked } from './watch-revision.ts';
export { withSharedLock, withWorkLock } from './work-lock.ts';
