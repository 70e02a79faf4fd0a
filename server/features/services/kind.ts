import { isManager } from '#shared/features/auth/model.ts';
import { say } from '../../platform/say.ts';
import { findRoom } from '../capacity/index.ts';
import { findItem } from '../catalogue/index.ts';
import { type Kind, SERVICE_LABEL } from '../instances/index.ts';
import { instanceInitMessages } from '../instances/tables.ts';
import { requireManage, type ServiceRecord } from './access.ts';
import { secretKeys } from './sealed-environment.ts';
import { services } from './tables.ts';

/** Services, as the core changes them. */
export const serviceKind: Kind<ServiceRecord> = {
  word: 'service',
  table: services,
  plural: 'services',
  letter: 'E',
  label: SERVICE_LABEL,
  // How long a database may take to flush.
  stopSeconds: 20,
  messages: { table: instanceInitMessages, owner: instanceInitMessages.instanceId, room: 'serviceinit' },
  sentences: {
    starting: say('services.startingStep'),
    restarting: say('services.restartingStep'),
    cannotStart: (status) => say('services.cannotStart', { status }),
    cannotStop: (status) => say('services.cannotStop', { status }),
    cannotRestart: (status) => say('services.cannotRestart', { status }),
    cannotBecome: (status, to) => say('services.wrongStatus', { status, target: to }),
    changedMeanwhile: say('services.changedMeanwhile'),
    deleteProtected: say('services.deleteProtected'),
    outOfMemory: say('services.programOutOfMemory'),
    mustBeStopped: say('services.stopBeforeSnapshot'),
    nothingToKeep: say('services.nothingToSave'),
  },
  actions: {
    start: 'services.start',
    stop: 'services.stop',
    restart: 'services.restart',
    snapshot: 'services.snapshot',
    delete: 'services.delete',
  },
  mayOpen: (actor, { userId }) => isManager(actor) || userId === actor.userId,
  requireOperate: requireManage,
  requireManage,
  findRoom,
  // A deleted service keeps no secrets.
  columnsOn: (to) => (to === 'Deleted' ? { environment: '', previousEnvironment: null } : {}),
  onDeleted: async () => undefined,
  keepCopy: async () => undefined,
  // Its data depends on its values, which stay encrypted.
  describe: ({ catalogueId, environment }) => ({
    ...{ language: 'none', languageVersion: null, moreLanguages: [], database: 'none', gitUrl: null },
    ...{ catalogueId, environment },
  }),
  whyNoSnapshot: ({ catalogueId }) => (findItem(catalogueId)?.snapshot_flag ? null : say('services.noData')),
  secretVariables: ({ catalogueId }) => secretKeys(findItem(catalogueId)),
};
