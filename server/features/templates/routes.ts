import * as contract from '#shared/features/templates/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { addTemplate } from './add-template.ts';
import { bindRoles } from './bind-roles.ts';
import { deleteTemplate } from './delete-template.ts';
import { getTemplate } from './get-template.ts';
import { listTemplateOptions, listTemplates } from './list-templates.ts';
import { restoreTemplate } from './restore-template.ts';
import { updateTemplate } from './update-template.ts';

const done = { success: true as const };

export const templateRoutes: RegisterRoutes = (mount) => {
  mount(contract.listTemplates, (context, { query }) => listTemplates(context, query));
  // Before {templateID}, which would match this name too.
  mount(contract.templateOptions, (context) => listTemplateOptions(context));
  mount(contract.getTemplate, (context, { params }) => getTemplate(context, { id: params.templateID }));
  mount(contract.addTemplate, async (context, { body }) => ({
    ...done,
    templateID: (await addTemplate(context, body)).id,
  }));
  mount(contract.bindRoles, async (context, { body }) => {
    await bindRoles(context, body);
    return done;
  });
  mount(contract.updateTemplate, async (context, { params, body }) => {
    await updateTemplate(context, { ...body, id: params.templateID });
    return done;
  });
  mount(contract.deleteTemplate, async (context, { params }) => {
    await deleteTemplate(context, { id: params.templateID });
    return done;
  });
  mount(contract.restoreTemplate, async (context, { params }) => {
    await restoreTemplate(context, { id: params.templateID });
    return done;
  });
};
