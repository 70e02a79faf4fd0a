import { isManager } from '#shared/features/auth/model.ts';
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
    starting: 'Starting the service.',
    restarting: 'Restarting the service.',
    cannotStart: (status) => `The service is ${status} and can’t be started.`,
    cannotStop: (status) => `The service is ${status} and can’t be stopped.`,
    cannotRestart: (status) => `The service is ${status} and can’t be restarted.`,
    cannotBecome: (status, to) => `The service is ${status} and can’t become ${to}.`,
    changedMeanwhile: 'The service changed in the meantime.',
    deleteProtected: 'This service has delete protection. Turn it off first.',
    outOfMemory: 'A program in it ran out of memory and was stopped. The service keeps running.',
    mustBeStopped: 'Stop the service before you take a snapshot.',
    nothingToKeep: 'There’s nothing to save yet. Start the service once, then stop it.',
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
    ...{ language: 'none', languageVersion: null, database: 'none', gitUrl: null },
    ...{ catalogueId, environment },
  }),
  whyNoSnapshot: ({ catalogueId }) =>
    findItem(catalogueId)?.snapshot_flag ? null : 'This service has no data to include in a snapshot.',
  secretVariables: ({ catalogueId }) => secretKeys(findItem(catalogueId)),
};
