import { type APIRequestContext, expect, type Page } from 'playwright/test';
import { BASE, newPerson, PASSWORD, type Person, publicKey } from './person.ts';

export interface Settled extends Person {
  key: string;
  /** The workspace that ended the wizard. */
  workspaceId: string;
}

interface SettleOptions {
  /** In place of one made up. */
  email?: string;
  firstName?: string;
  organization?: string;
  /** Leave the address unconfirmed. */
  unconfirmed?: true;
}

/** Somebody who is through the wizard, by the same calls that the screens make. */
export async function settle(request: APIRequestContext, options: SettleOptions = {}): Promise<Settled> {
  const { organization = 'Quist & Co' } = options;
  const made = await newPerson();
  const person = { ...made, email: options.email ?? made.email };
  let key = '';
  const call = async (method: 'get' | 'post', path: string, data?: object) => {
    const response = await request[method](`${BASE}/api${path}`, {
      ...(data && { data }),
      headers: key ? { 'X-Session-Key': key } : {},
    });
    if (!response.ok()) throw new Error(`${path} answered ${response.status()}: ${await response.text()}`);
    return response.json();
  };
  const { username, email } = person;
  const name = { first_name: options.firstName ?? 'Nora', last_name: 'Quist', organization_name: organization };
  await call('post', '/users/signup', { username, email, password: PASSWORD, ...name, 'accept-terms': true });
  key = (await call('post', '/users/login', { username, password: PASSWORD })).sessionKey;
  if (!options.unconfirmed) await call('get', `/users/confirm-email?token=${await confirmationOf(request, email)}`);
  const address = {
    street_address: '1 Long Wharf',
    city: 'Boston',
    state_prov: 'MA',
    postal_code: '02110',
    country: 'US',
  };
  const [industry] = (await call('get', '/organization/industries')).items;
  await call('post', '/organization/update', { name: organization, industry: industry.value, ...address });
  const { stripe_client_secret: client_secret } = await call('get', '/organization?payment=true');
  const card = { client_secret, number: '4242424242424242', exp_month: 4, exp_year: 2035, cvc: '123' };
  const { payment_method } = await call('post', '/organization/confirmTestCard', card);
  await call('post', '/organization/updatePaymentMethod', { payment_method });
  const { sshKeyID } = await call('post', '/ssh-keys/add', { name: 'Laptop', public_key: publicKey(person) });
  await call('post', '/organization/updateSetupStep', { setup_step: 4 });
  const me = await call('get', '/users/current');
  const workspace = {
    name: 'First',
    user_id: me.id,
    ssh_key_id: sshKeyID,
    server_id: 'shared',
    deployment_type: 'new_container',
  };
  const added = await call('post', '/workspaces/add', { ...workspace, language: 'nodejs', database: 'none' });
  await call('post', '/organization/updateSetupStep', { setup_step: 5 });
  return { ...person, key, workspaceId: added.id };
}

/** The token in the mail that the sign-up sent. */
async function confirmationOf(request: APIRequestContext, email: string): Promise<string> {
  let token = '';
  const read = async (path: string) => (await request.get(`${BASE}${path}`)).text();
  await expect(async () => {
    const row = (await read('/dev/outbox')).split('<tr>').find((each) => each.includes(email)) ?? '';
    const mail = await read(/href="([^"]*)"/.exec(row)?.[1] ?? '/dev/outbox');
    token = /confirmemail\?token=([\w-]+)/.exec(mail)?.[1] ?? '';
    expect(token).not.toBe('');
  }).toPass();
  return token;
}

/** Signs the page's browser in without the login form. */
export async function enter(page: Page, person: Settled): Promise<void> {
  const answer = await page.request.post(`${BASE}/api/users/login`, {
    data: { username: person.username, password: PASSWORD },
  });
  const { sessionKey } = await answer.json();
  // The smallest thing of the product's origin: its storage is what counts.
  await page.goto(`${BASE}/robots.txt`);
  await page.evaluate((value) => localStorage.setItem('slipway.session-key', value), sessionKey);
}

/** A host of the person's organization, by the same calls that its screens make; settles when it is Active. */
export async function addHost(request: APIRequestContext, person: Settled): Promise<string> {
  const headers = { 'X-Session-Key': person.key };
  const wanted = { name: 'Rig', server_option_id: 'general-2' };
  const post = async (data: object) => {
    const answer = await request.post(`${BASE}/api/hosts/add`, { headers, data });
    expect(answer.ok(), await answer.text()).toBe(true);
    return answer.json();
  };
  const { charge } = await post({ ...wanted, dry_run: true });
  const { hostID } = await post({ ...wanted, dry_run: false, at: charge.at });
  await until(request, person, `/hosts/${hostID}`, 'status');
  return hostID;
}

/** Waits until what this path answers is Active. */
export async function until(request: APIRequestContext, { key }: Settled, path: string, field: string): Promise<void> {
  await expect(async () => {
    const answer = await request.get(`${BASE}/api${path}`, { headers: { 'X-Session-Key': key } });
    expect((await answer.json())[field]).toBe('Active');
  }).toPass({ timeout: 240_000 });
}
