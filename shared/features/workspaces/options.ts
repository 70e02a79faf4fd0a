import { z } from 'zod';
import { idParam } from '../../api/envelope.ts';
import { option, optionList } from '../../api/options.ts';
import { defineRead, defineRoute } from '../../api/route.ts';

export const serverOptions = defineRead('/workspaces/server-options', 'Where a workspace can run', {
  scope: 'read',
  reach: 'none',
  query: z.strictObject({ user_id: idParam.optional() }),
  response: z.object({
    items: z.array(
      option.extend({
        specifier: z.string().nullable(),
        cpu_cores: z.number().nullable(),
        memory_gb: z.number().nullable(),
        disk_space_gb: z.number().nullable(),
        vram_gb: z.number().nullable(),
        /** Cents. */
        monthly_price: z.number().int().nullable(),
      }),
    ),
  }),
});

export const userOptions = defineRead('/workspaces/user-options', 'Whose workspaces the user may see and add', {
  scope: 'read',
  reach: 'none',
  response: optionList.extend({ selected: z.string() }),
});

export const languageOptions = defineRead('/workspaces/language-options', 'Languages a workspace can have', {
  scope: 'read',
  reach: 'none',
  response: optionList,
});

export const databaseOptions = defineRead('/workspaces/database-options', 'Databases a workspace can have', {
  scope: 'read',
  reach: 'none',
  response: optionList,
});

export const ideImages = defineRead('/ide-images', 'The web IDEs that a workspace can have; the usual one first', {
  scope: 'read',
  reach: 'none',
  response: optionList,
});

/** Public, because the sign-up page asks for it. */
export const ideImageIndustries = defineRoute({
  method: 'get',
  path: '/ide-images/industries',
  summary: 'The web IDEs on offer, by the industry of an organization',
  access: 'public',
  response: z.object({ industries: z.array(z.object({ industry: z.string(), items: z.array(option) })) }),
});
