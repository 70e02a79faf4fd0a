import { mutationOptions, queryOptions } from '@tanstack/react-query';
import {
  addTemplate,
  bindRoles,
  deleteTemplate,
  getTemplate,
  listTemplates,
  restoreTemplate,
  updateTemplate,
} from '#shared/features/templates/contract.ts';
import { getWorkspace } from '#shared/features/workspaces/contract.ts';
import { call } from '../../lib/call.ts';
import { listQuery, pageQuery, sendsBody } from '../../lib/route-query.ts';

/** Every query about templates starts with this key. */
export const templatesKey = ['templates'] as const;
const stale = { stale: [templatesKey] };

export const templateListQuery = listQuery([...templatesKey, 'list'], listTemplates);

export const templateQuery = (id: string) =>
  pageQuery([...templatesKey, 'one', id], getTemplate, { params: { templateID: id } });

/** The workspace that a template is made from. */
export const sourceQuery = (id: string) =>
  queryOptions({
    ...pageQuery([...templatesKey, 'source', id], getWorkspace, { params: { workspaceID: id } }),
    enabled: id !== '',
  });

export const addTemplateMutation = sendsBody(addTemplate, stale);

export const updateTemplateMutation = (id: string) =>
  sendsBody(updateTemplate, { ...stale, awaited: true }, { templateID: id });

export const bindRolesMutation = sendsBody(bindRoles, { ...stale, awaited: true });

/** Reloads the list only: the template's own page is leaving. */
export const deleteTemplateMutation = (id: string) =>
  mutationOptions({
    mutationFn: () => call(deleteTemplate, { params: { templateID: id } }),
    meta: {
      stale: [
        [...templatesKey, 'list'],
        [...templatesKey, 'options'],
      ],
    },
  });

export const restoreTemplateMutation = mutationOptions({
  mutationFn: (templateID: string) => call(restoreTemplate, { params: { templateID } }),
  meta: { ...stale, awaited: true },
});
