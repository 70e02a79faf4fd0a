import type { Route, RouteInput, RouteResponse } from '#shared/api/route.ts';
import { API_BASE, SESSION_HEADER } from '#shared/api/wire.ts';
import { currentUser, login, signup } from '#shared/features/auth/contract.ts';
import { confirmTestCard, updatePaymentMethod } from '#shared/features/billing/cards.ts';
import {
  getOrganization,
  industries,
  updateOrganization,
  updateSetupStep,
} from '#shared/features/organizations/contract.ts';
import { PORTS } from '../global-setup.ts';

export const SERVER = `http://localhost:${PORTS.web}`;
export const PASSWORD = 'Copper-kettle-91!';

export interface Person {
  username: string;
  userId: string;
  call<R extends Route>(route: R, input?: Partial<RouteInput<R>>): Promise<RouteResponse<R>>;
}

/** Somebody new, without the UI; `paid` leads them to the wizard's third step, SSH keys. */
export async function newPerson({ paid = false } = {}): Promise<Person> {
  const username = `desk-${crypto.randomUUID().slice(0, 8)}`;
  const body = {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    first_name: 'Nora',
    last_name: 'Quist',
  };
  await send(null, signup, { body: { ...body, organization_name: `Quist ${username}`, 'accept-terms': true } });
  const { sessionKey } = await send(null, login, { body: { username, password: PASSWORD } });
  const call: Person['call'] = (route, input) => send(sessionKey, route, input);
  const person = { username, userId: (await call(currentUser)).id, call };
  if (paid) await finishWizard(person);
  return person;
}

async function finishWizard({ call }: Person): Promise<void> {
  const { name } = await call(getOrganization, { query: {} });
  const { items } = await call(industries);
  const address = { country: 'DE', street_address: 'Hafenstraße 1', city: 'Kiel', postal_code: '24103' };
  await call(updateOrganization, { body: { name, industry: items[0]?.value ?? '', ...address } });
  await call(updateSetupStep, { body: { setup_step: 2 } });
  const { stripe_client_secret } = await call(getOrganization, { query: { payment: 'true' } });
  const card = { number: '4242424242424242', exp_month: 4, exp_year: 2035, cvc: '123' };
  const { payment_method } = await call(confirmTestCard, {
    body: { client_secret: stripe_client_secret ?? '', ...card },
  });
  await call(updatePaymentMethod, { body: { payment_method: payment_method ?? '' } });
  await call(updateSetupStep, { body: { setup_step: 3 } });
}

async function send<R extends Route>(
  key: string | null,
  route: R,
  { params, query, body }: Partial<RouteInput<R>> = {},
): Promise<RouteResponse<R>> {
  const values: Record<string, unknown> = { ...(params as object | undefined) };
  const url = new URL(API_BASE + route.path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name])), SERVER);
  for (const [name, value] of Object.entries((query as object | undefined) ?? {}))
    url.searchParams.set(name, String(value));
  const response = await fetch(url, {
    method: route.method.toUpperCase(),
    headers: { 'Content-Type': 'application/json', ...(key && { [SESSION_HEADER]: key }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${route.method} ${route.path} answered ${response.status}: ${text}`);
  return JSON.parse(text);
}
