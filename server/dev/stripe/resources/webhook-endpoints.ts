import { z } from 'zod';
import { type Emulator, mergeMetadata, randomText } from '../emulator.ts';
import { endpoint } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import { listPage } from '../list.ts';
import type { WebhookEndpoint } from '../objects.ts';
import { expand, filledText, listOf, metadata, pagination, text } from '../parameters.ts';

interface NewEndpoint {
  readonly url: string;
  readonly events: string[];
  /** Chosen by the emulator's owner; made up when left out. */
  readonly secret?: string;
  readonly description?: string | null;
}

export function newWebhookEndpoint(emulator: Emulator, input: NewEndpoint): WebhookEndpoint {
  const row: WebhookEndpoint & Record<string, unknown> = {
    id: emulator.id('we'),
    object: 'webhook_endpoint',
    api_version: null,
    application: null,
    created: emulator.now(),
    description: input.description ?? null,
    enabled_events: input.events,
    livemode: false,
    metadata: {},
    secret: input.secret ?? `whsec_${randomText(32)}`,
    status: 'enabled',
    url: input.url,
  };
  return emulator.store.put('webhook_endpoint', row);
}

function withoutSecret({ secret: _secret, ...rest }: WebhookEndpoint): object {
  return rest;
}

export const webhookEndpointEndpoints = [
  endpoint({
    method: 'POST',
    path: '/v1/webhook_endpoints',
    params: z.strictObject({
      url: filledText,
      enabled_events: listOf(filledText),
      description: text.optional(),
      metadata: metadata.optional(),
      ...expand,
    }),
    handle({ emulator, params }) {
      if (!/^https?:\/\//.test(params.url))
        throw invalidRequest('Invalid URL: must begin with http or https', 'url_invalid', 'url');
      const { url, enabled_events: events, description = null } = params;
      const row = newWebhookEndpoint(emulator, { url, events, description });
      return emulator.patch('webhook_endpoint', row.id, { metadata: mergeMetadata({}, params.metadata) });
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/webhook_endpoints',
    params: z.strictObject(pagination),
    handle({ emulator, params }) {
      const page = listPage(emulator.store.all('webhook_endpoint'), '/v1/webhook_endpoints', params);
      return { ...page, data: page.data.map(withoutSecret) };
    },
  }),
  endpoint({
    method: 'GET',
    path: '/v1/webhook_endpoints/{id}',
    params: z.strictObject(expand),
    handle: ({ emulator, ids }) => withoutSecret(emulator.required('webhook_endpoint', ids.id ?? '')),
  }),
  endpoint({
    method: 'DELETE',
    path: '/v1/webhook_endpoints/{id}',
    params: z.strictObject({}),
    handle({ emulator, ids }) {
      const { id, object } = emulator.required('webhook_endpoint', ids.id ?? '');
      emulator.store.remove('webhook_endpoint', id);
      for (const delivery of emulator.store.all('delivery')) {
        if (delivery.endpoint === id) emulator.store.remove('delivery', delivery.id);
      }
      return { id, object, deleted: true };
    },
  }),
];
