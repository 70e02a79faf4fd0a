import { type Emulator, randomText } from '../emulator.ts';
import type { Metadata, PaymentIntent } from '../objects.ts';

interface NewIntent {
  readonly amount: number;
  readonly customer: string | null;
  readonly description?: string | null;
  readonly metadata?: Metadata;
  readonly paymentMethod?: string | null;
}

export function newPaymentIntent(emulator: Emulator, input: NewIntent): PaymentIntent {
  const id = emulator.id('pi');
  const intent: PaymentIntent & Record<string, unknown> = {
    id,
    object: 'payment_intent',
    amount: input.amount,
    amount_capturable: 0,
    amount_details: { tip: {} },
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_${randomText(24)}`,
    confirmation_method: 'automatic',
    created: emulator.now(),
    currency: 'usd',
    customer: input.customer,
    customer_account: null,
    description: input.description ?? null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    metadata: input.metadata ?? {},
    next_action: null,
    on_behalf_of: null,
    payment_method: input.paymentMethod ?? null,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: { installments: null, mandate_options: null, network: null, request_three_d_secure: 'automatic' },
    },
    payment_method_types: ['card'],
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: input.paymentMethod ? 'requires_confirmation' : 'requires_payment_method',
    transfer_data: null,
    transfer_group: null,
  };
  const stored = emulator.store.put('payment_intent', intent);
  emulator.emit('payment_intent.created', stored);
  return stored;
}
