import { filledText, listOf } from '../parameters.ts';
import { listEndpoint, readEndpoint } from '../read-endpoints.ts';

export const eventEndpoints = [
  listEndpoint(
    '/v1/events',
    'event',
    { type: filledText.optional() },
    { types: listOf(filledText).optional() },
    (row, { types }) => types === undefined || types.includes(row.type),
  ),
  readEndpoint('/v1/events', 'event'),
];
