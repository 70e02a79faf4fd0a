import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import { API_BASE, SESSION_HEADER } from '#shared/api/wire.ts';
import { exportAudit, listAudit } from '#shared/features/audit/contract.ts';
import * as auth from '#shared/features/auth/contract.ts';
import * as billing from '#shared/features/billing/contract.ts';
import { addGroup, listGroups } from '#shared/features/groups/contract.ts';
import * as organization from '#shared/features/organizations/contract.ts';
import { searchOrganization } from '#shared/features/search/contract.ts';
import { addSshKey } from '#shared/features/ssh-keys/contract.ts';
import * as workspaces from '#shared/features/workspaces/contract.ts';
import { NAMES } from '#tests/support/names.ts';
import { pdfText, plainLetters } from '#tests/support/pdf.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { PASSWORD, tokenIn } from './auth-support.ts';
import { type BillingBench, billingBench } from './billing-support.ts';
import { PROFILE } from './organizations-support.ts';

let bench: BillingBench;
let app: ReturnType<typeof createApp>;
beforeAll(async () => {
  const environment = { SLIPWAY_TRUST_PROXY: 'true', SLIPWAY_SHARED_MEMORY_MB: '100000' };
  bench = await billingBench(new Date('2026-11-23T12:00:00Z'), environment);
  app = createApp(bench.dependencies);
});
afterAll(() => bench?.dependencies.close());

/** What is left of it when a field takes fewer letters, none of them cut. */
const short = (name: string, most: number) => {
  let taken = '';
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    if (taken.length + segment.length > most) break;
    taken += segment;
  }
  return taken.trim();
};

/** As it goes over the wire. */
async function wireOf(mail: object): Promise<{ head: string; subject: string }> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail({ from: 'Slipway <no-reply@example.com>', ...mail });
  const head = String(message).split('\r\n\r\n')[0] ?? '';
  return { head, subject: /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(head)?.[1] ?? '' };
}

async function signUp(name: string, index: number): Promise<string> {
  const username = `named-${index}`;
  const body = {
    username,
    email: `${username}@example.com`,
    password: PASSWORD,
    first_name: short(name, 60),
    last_name: short(name, 60),
    organization_name: name,
    'accept-terms': true,
  };
  const headers = { 'x-forwarded-for': `198.51.100.${index + 1}` };
  expect(await bench.call(auth.signup, { body }, { headers })).toMatchObject({ status: 200 });
  const login = await bench.call(auth.login, { body: { username, password: PASSWORD } }, { headers });
  const key = login.body.sessionKey ?? '';
  await bench.runJobs();
  const token = tokenIn(bench.dependencies.sent.find(({ to }) => to === body.email));
  expect(await bench.call(auth.confirmEmail, { query: { token } }, { key })).toMatchObject({ status: 200 });
  return key;
}

test.each(Object.entries(NAMES).map(([kind, name], index) => [kind, name, index] as const))(
  'a name goes from sign-up to invoice, mail, search, log and address: %s',
  async (_, name, index) => {
    const key = await signUp(name, index);
    const kept = name.normalize('NFC');
    const person = `${short(kept, 60)} ${short(kept, 60)}`;
    const profile = { ...PROFILE, name, city: short(name, 60) };
    expect(await bench.call(organization.updateOrganization, { body: profile }, { key })).toMatchObject({
      status: 200,
    });
    const step = (setup_step: number) => bench.call(organization.updateSetupStep, { body: { setup_step } }, { key });
    await step(2);
    const shown = await bench.call(organization.getOrganization, {}, { key });
    expect(shown.body.name).toBe(kept);

    // The card, and who the provider takes them for.
    const owner = { userId: '', username: '', email: '', key };
    expect(await bench.payWith({ organizationId: shown.body.id, owner })).toMatchObject({ status: 200 });
    await bench.catchUp();
    const [customer] = (await bench.stripe.customers.list({ email: `named-${index}@example.com` })).data;
    expect(customer?.name).toBe(kept);

    const [invoice] = (await bench.call(billing.listInvoices, {}, { key })).body.rows;
    const pdfPath = `${API_BASE}${billing.getInvoicePdf.path.replace('{invoiceID}', invoice?.id ?? '')}`;
    const pdf = await app.request(pdfPath, { headers: { [SESSION_HEADER]: key } });
    expect(pdf.status).toBe(200);
    const printed = await pdfText(new Uint8Array(await pdf.arrayBuffer()));
    for (const word of kept.split(' ')) expect(printed).toContain(plainLetters(word));
    expect(pdf.headers.get('content-disposition')).toMatch(/^attachment; filename="invoice-[\w-]+\.pdf"$/);

    const public_key = newPublicKey();
    const added = await bench.call(addSshKey, { body: { name: short(name, 60), public_key } }, { key });
    await step(3);
    const members = await bench.call(auth.currentUser, {}, { key });
    const workspace = {
      name: short(name, 40),
      user_id: members.body.id,
      ssh_key_id: added.body.sshKeyID,
      server_id: 'shared',
      deployment_type: 'new_container',
      language: 'none',
      database: 'none',
    };
    await step(4);
    const made = await bench.call(workspaces.addWorkspace, { body: workspace }, { key });
    expect(made).toMatchObject({ status: 200 });
    const at = await bench.call(workspaces.getWorkspace, { params: { workspaceID: made.body.id } }, { key });
    expect(at.body).toMatchObject({ name: short(kept, 40), slug: expect.stringMatching(/^[a-z0-9][a-z0-9-]{0,35}$/) });
    expect(new URL(at.body.url).href).toContain(at.body.slug);

    await step(5);

    const share = {
      invite_name: name,
      invite_email: `friend-${index}@example.com`,
      custom_message: `${name}\n${name}`,
    };
    expect(await bench.call(organization.addShare, { body: share }, { key })).toMatchObject({ status: 200 });
    await bench.runJobs();
    const mail = bench.dependencies.sent.find(({ to }) => to === share.invite_email);
    expect(mail?.subject).toContain(person);
    expect(mail?.text).toContain(`${kept}\n${kept}`);
    expect(mail?.html).not.toContain('<b>');
    const { head, subject } = await wireOf({ ...mail });
    expect(head).toMatch(/^[\x20-\x7e\r\n\t]*$/);
    expect(subject).not.toBe('');

    // However it was composed by whoever looks for it.
    const wanted = short(name, 40).normalize('NFD').slice(0, 100);
    const found = await bench.call(searchOrganization, { query: { search: wanted } }, { key });
    for (const kind of ['Workspaces', 'SSH Keys', 'People'] as const) {
      expect([kind, found.body[kind].map(({ heading }) => heading)]).toEqual([
        kind,
        [kind === 'People' ? person : short(kept, kind === 'Workspaces' ? 40 : 60)],
      ]);
    }

    const group = await bench.call(addGroup, { body: { name: short(name, 60), admin_users: [], users: [] } }, { key });
    expect(group).toMatchObject({ status: 200 });
    const groups = await bench.call(listGroups, { query: { search: wanted } }, { key });
    expect(groups.body.rows[0]?.group_name).toBe(short(kept, 60));
    const log = await bench.call(listAudit, { query: { action: 'groups.add' } }, { key });
    expect(log.body.rows[0]).toMatchObject({ user_name: person, target_name: short(kept, 60) });
    const csv = await bench.call(exportAudit, { query: { action: 'groups.add' } }, { key });
    expect(String(csv.body).replaceAll('""', '"')).toContain(short(kept, 60));
  },
);
