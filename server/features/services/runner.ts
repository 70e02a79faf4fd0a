import { SERVICE_READY } from '#shared/features/services/model.ts';
import { say } from '../../platform/say.ts';
import { findItem } from '../catalogue/index.ts';
import { containerName, type Runner } from '../instances/index.ts';
import { dismantle, idsToCopy, keepLeft, takeSnapshots } from '../snapshots/index.ts';
import type { ServiceRecord } from './access.ts';
import { bringUp } from './bring-up.ts';
import { askService } from './health.ts';
import { serviceKind } from './kind.ts';
import { openEnvironment, secretsOf } from './sealed-environment.ts';

/** How services are run. */
export const serviceRunner: Runner<ServiceRecord> = {
  ...serviceKind,
  ready: { code: SERVICE_READY, text: say('services.ready') },
  bringUp,
  redactor(dependencies, { catalogueId, environment, previousEnvironment }) {
    const secrets = [environment, previousEnvironment]
      .flatMap((sealed) => (sealed ? secretsOf(findItem(catalogueId), openEnvironment(dependencies, sealed)) : []))
      .filter((secret) => secret.length >= 6);
    return (line) => secrets.reduce((text, secret) => text.replaceAll(secret, '••••'), line);
  },
  async ask(engine, { id, catalogueId }) {
    const item = findItem(catalogueId);
    return item ? askService(engine, containerName('service', id), item.health) : null;
  },
  isUnfinished: () => false,
  finish: async () => undefined,
  takeSnapshots: (dependencies, engine, service) => takeSnapshots(dependencies, engine, serviceKind, service),
  keepLeft: (dependencies, engine, service, left) => keepLeft(dependencies, engine, serviceKind, service, left),
  dismantle: (dependencies, engine, service) => dismantle(dependencies, engine, serviceKind, service),
  idsToCopy: (executor, engineId) => idsToCopy(executor, engineId, serviceKind),
};
