import { z } from 'zod';
import { idParam } from '../../api/envelope.ts';
import { defineRoute } from '../../api/route.ts';

const option = z.object({ value: z.string(), text: z.string() });

export const serverOptions = defineRoute({
  method: 'get',
  path: '/workspaces/server-options',
  summary: 'Where a workspace can run',
  access: 'session',
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

export const userOptions = defineRoute({
  method: 'get',
  path: '/workspaces/user-options',
  summary: 'Whose workspaces the user may see and add',
  access: 'session',
  response: z.object({ items: z.array(option), selected: z.string() }),
});

export const languageOptions = defineRoute({
  method: 'get',
  path: '/workspaces/language-options',
  summary: 'Languages a workspace can have',
  access: 'session',
  response: z.object({ items: z.array(option) }),
});

export const databaseOptions = defineRoute({
  method: 'get',
  path: '/workspaces/database-options',
  summary: 'Databases a workspace can have',
  access: 'session',
  response: z.object({ items: z.array(option) }),
});

export const ideImages = defineRoute({
  method: 'get',
  path: '/ide-images',
  summary: 'The web IDEs that a workspace can have; the usual one first',
  access: 'session',
  response: z.object({ items: z.array(option) }),
});

/** Public, because the sign-up page asks for it. */
export const ideImageIndustries = defineRoute({
  method: 'get',
  path: '/ide-images/industries',
  summary: 'The web IDEs on offer, by the industry of an organization',
  access: 'public',
  response: z.object({ industries: z.array(z.object({ industry: z.string(), items: z.array(option) })) }),
});
