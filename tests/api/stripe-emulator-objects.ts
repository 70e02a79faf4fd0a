import { startStripeEmulator } from '#server/dev/stripe/index.ts';

type WireObject = Record<string, unknown> & { object: string };

/** One stored object of every kind the stand-in has, as it goes over the wire. */
export async function makeOneOfEach(now: Date): Promise<WireObject[]> {
  const emulator = await startStripeEmulator({ clock: { now: () => now } });
  const made: WireObject[] = [];
  const send = async (method: string, path: string, params: Record<string, string> = {}): Promise<WireObject> => {
    const query = new URLSearchParams(params);
    const answer = await fetch(`${emulator.url}${path}${method === 'GET' ? `?${query}` : ''}`, {
      method,
      headers: { Authorization: `Bearer ${emulator.secretKey}` },
      ...(method === 'POST' ? { body: query } : {}),
    });
    const object = (await answer.json()) as WireObject;
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(object)}`);
    if (object.object !== 'list') made.push(object);
    return object;
  };
  const first = (list: unknown): WireObject => (list as { data: WireObject[] }).data[0] as WireObject;
  try {
    const customer = await send('POST', '/v1/customers', { name: 'Acme', payment_method: 'pm_card_visa' });
    const id = String(customer.id);
    const method = first(await send('GET', `/v1/customers/${id}/payment_methods`));
    made.push(method);
    await send('POST', `/v1/customers/${id}`, { 'invoice_settings[default_payment_method]': String(method.id) });
    await send('POST', '/v1/setup_intents', { customer: id });
    await send('POST', '/v1/payment_intents', { customer: id, amount: '1000', currency: 'usd' });
    const product = await send('POST', '/v1/products', { name: 'Subscription' });
    const price = await send('POST', '/v1/prices', {
      product: String(product.id),
      currency: 'usd',
      unit_amount: '3500',
      'recurring[interval]': 'month',
    });
    const subscription = await send('POST', '/v1/subscriptions', { customer: id, 'items[0][price]': String(price.id) });
    made.push(first(subscription.items));
    const invoice = await send('GET', `/v1/invoices/${String(subscription.latest_invoice)}`, {
      'expand[]': 'payments',
    });
    made.push(first(invoice.lines), first(invoice.payments));
    delete invoice.payments;
    await send('POST', '/v1/invoiceitems', { customer: id, amount: '500', currency: 'usd' });
    await send('POST', `/v1/customers/${id}/balance_transactions`, { amount: '-500', currency: 'usd' });
    made.push(first(await send('GET', '/v1/events')));
    await send('POST', '/v1/webhook_endpoints', { url: 'http://127.0.0.1:9/', 'enabled_events[]': 'invoice.paid' });
    return made;
  } finally {
    await emulator.close();
  }
}
