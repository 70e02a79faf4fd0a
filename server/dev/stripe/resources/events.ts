import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { createdMatches, listPage } from '../list.ts';
import { created, expand, filledText, listOf, pagination } from '../parameters.ts';

export const eventEndpoints = [
  endpoint({
    method: 'GET',
    path: '/v1/events',
    params: z.strictObject({
      type: filledText.optional(),
      types: listOf(filledText).optional(),
      ...created,
      ...pagination,
    }),
    handle({ emulator, params }) {
      const rows = emulator.store
        .all('event')
        .filter((row) => createdMatches(row.created, params.created))
        .filter((row) => params.type === undefined || row.type === params.type)
        .filter((row) => params.types === undefined || params.types.includes(row.type));
      return listPage(rows, '/v1/events', params);
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/events/{id}',
    params: z.strictObject(expand),
    handle: ({ emulator, ids }) => emulator.required('event', ids.id ?? ''),
  }),
];
