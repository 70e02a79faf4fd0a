import { z } from 'zod';
import { confirmSetup } from '../billing/confirm-setup.ts';
import { type Emulator, mergeMetadata, randomText } from '../emulator.ts';
import { type Call, endpoint } from '../endpoint.ts';
import { invalidRequest } from '../errors.ts';
import type { SetupIntent } from '../objects.ts';
import { expand, filledText, flag, listOf, metadata, text } from '../parameters.ts';
import { listEndpoint } from '../read-endpoints.ts';
import { resolvePaymentMethod } from './attach-payment-method.ts';
import { existingCustomer } from './customers.ts';

const confirmation = {
  payment_method: filledText.optional(),
  return_url: filledText.optional(),
  use_stripe_sdk: flag.optional(),
};
type Confirmation = z.output<z.ZodObject<typeof confirmation>>;

function newSetupIntent(emulator: Emulator): SetupIntent & Record<string, unknown> {
  const id = emulator.id('seti');
  return {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: ['card'],
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: `${id}_secret_${randomText(24)}`,
    created: emulator.now(),
    customer: null,
    description: null,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: {},
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  };
}

function confirm(emulator: Emulator, intent: SetupIntent, params: Confirmation): SetupIntent {
  const method = params.payment_method && resolvePaymentMethod(emulator, params.payment_method, 'payment_method');
  return confirmSetup(emulator, {
    intent,
    paymentMethod: (method ? method.id : null) ?? intent.payment_method,
    returnUrl: params.use_stripe_sdk ? null : (params.return_url ?? null),
  });
}

/** A publishable key reads and confirms only what it has the client secret of. */
function openIntent({ emulator, ids, params, keyKind }: Call<{ client_secret?: string | undefined }>): SetupIntent {
  const intent = emulator.required('setup_intent', ids.id ?? '');
  if (keyKind === 'publishable' && params.client_secret !== intent.client_secret) {
    const why =
      'The client_secret provided does not match any associated SetupIntent on this account. Ensure the client_secret is correct.';
    throw invalidRequest(why, 'setup_intent_invalid_parameter', 'client_secret');
  }
  return intent;
}

export const setupIntentEndpoints = [
  endpoint({
    method: 'POST',
    path: '/v1/setup_intents',
    params: z.strictObject({
      ...confirmation,
      customer: filledText.optional(),
      description: text.optional(),
      metadata: metadata.optional(),
      usage: z.enum(['off_session', 'on_session']).optional(),
      confirm: flag.optional(),
      allowed_payment_method_types: listOf(z.enum(['card'])).optional(),
      automatic_payment_methods: z
        .strictObject({ enabled: flag, allow_redirects: z.enum(['always', 'never']).optional() })
        .optional(),
      ...expand,
    }),
    handle({ emulator, params }) {
      if (params.customer !== undefined) existingCustomer(emulator, params.customer);
      if (params.return_url !== undefined && params.confirm !== true) {
        throw invalidRequest(
          'The parameter `return_url` cannot be passed when creating a SetupIntent unless `confirm` is set to true.',
          undefined,
          'return_url',
        );
      }
      const method = params.payment_method && resolvePaymentMethod(emulator, params.payment_method, 'payment_method');
      const intent = emulator.store.put('setup_intent', {
        ...newSetupIntent(emulator),
        ...(params.automatic_payment_methods && { automatic_payment_methods: params.automatic_payment_methods }),
        ...(params.allowed_payment_method_types && {
          allowed_payment_method_types: params.allowed_payment_method_types,
        }),
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        payment_method: method ? method.id : null,
        status: method ? 'requires_confirmation' : 'requires_payment_method',
        usage: params.usage ?? 'off_session',
      });
      emulator.emit('setup_intent.created', intent);
      if (params.confirm !== true) return intent;
      const { return_url, use_stripe_sdk } = params;
      return confirm(emulator, intent, { return_url, use_stripe_sdk });
    },
  }),
  listEndpoint('/v1/setup_intents', 'setup_intent', {
    customer: filledText.optional(),
    payment_method: filledText.optional(),
  }),
  endpoint({
    method: 'GET',
    path: '/v1/setup_intents/{id}',
    params: z.strictObject({ client_secret: filledText.optional(), ...expand }),
    publishable: true,
    handle: openIntent,
  }),
  endpoint({
    method: 'POST',
    path: '/v1/setup_intents/{id}/confirm',
    params: z.strictObject({ ...confirmation, client_secret: filledText.optional(), ...expand }),
    publishable: true,
    handle: (call) => confirm(call.emulator, openIntent(call), call.params),
  }),
  endpoint({
    method: 'POST',
    path: '/v1/setup_intents/{id}/cancel',
    params: z.strictObject({
      cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional(),
      ...expand,
    }),
    handle({ emulator, ids, params }) {
      const before = emulator.required('setup_intent', ids.id ?? '');
      if (before.status === 'succeeded' || before.status === 'canceled') {
        const why = `You cannot cancel this SetupIntent because it has a status of ${before.status}. Only a SetupIntent with one of the following statuses may be canceled: requires_payment_method, requires_capture, requires_confirmation, requires_action.`;
        throw invalidRequest(why, 'setup_intent_unexpected_state');
      }
      const intent = emulator.patch('setup_intent', before.id, {
        status: 'canceled',
        cancellation_reason: params.cancellation_reason ?? null,
        next_action: null,
      });
      emulator.emit('setup_intent.canceled', intent);
      return intent;
    },
  }),
];
