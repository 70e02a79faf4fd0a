import * as contract from '#shared/features/prebuilds/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { endPrebuild } from './end-prebuild.ts';
import { getPrebuild, readPrebuildLog } from './get-prebuild.ts';
import { prepareNow } from './prepare-now.ts';
import { renewSecret } from './renew-secret.ts';
import { savePrebuild } from './save-prebuild.ts';

const done = { success: true as const };

export const prebuildRoutes: RegisterRoutes = (mount) => {
  mount(contract.getPrebuild, (context, { params }) => getPrebuild(context, { templateId: params.templateID }));
  mount(contract.prebuildLog, async (context, { params }) => ({
    log: await readPrebuildLog(context, { templateId: params.templateID }),
  }));
  mount(contract.savePrebuild, async (context, { params, body }) => {
    await savePrebuild(context, { ...body, templateId: params.templateID });
    return done;
  });
  mount(contract.endPrebuild, async (context, { params }) => {
    await endPrebuild(context, { templateId: params.templateID });
    return done;
  });
  mount(contract.preparePrebuild, async (context, { params }) => {
    await prepareNow(context, { templateId: params.templateID });
    return done;
  });
  mount(contract.renewPrebuildSecret, async (context, { params }) => ({
    ...done,
    ...(await renewSecret(context, { templateId: params.templateID })),
  }));
};
