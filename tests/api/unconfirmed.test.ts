import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { changesState } from '#shared/api/route.ts';
import * as auth from '#shared/features/auth/contract.ts';
import * as cards from '#shared/features/billing/cards.ts';
import * as organizations from '#shared/features/organizations/contract.ts';
import { sendConfirmation } from '#shared/features/profile/contract.ts';
import { addSshKey, deleteSshKey } from '#shared/features/ssh-keys/contract.ts';
import { addUser } from '#shared/features/users/contract.ts';
import { addWorkspace } from '#shared/features/workspaces/contract.ts';
import { nameOf, routes } from '#tests/support/contract.ts';
import { newPublicKey } from '#tests/support/ssh-key.ts';
import { type Bench, createBench, tokenIn } from './auth-support.ts';
import { PROFILE } from './organizations-support.ts';

let bench: Bench;
let key: string;
let email: string;
beforeAll(async () => {
  bench = await createBench();
});
afterAll(() => bench.dependencies.close());
beforeEach(async () => {
  ({ key, email } = await bench.newUser());
});

const atStep = async (step: number) => {
  const { organization } = (await bench.call(auth.currentUser, {}, { key })).body;
  await bench.dependencies.sql`update organizations set setup_step = ${step} where id = ${organization.id}`;
};
const newKey = () => bench.call(addSshKey, { body: { name: 'Laptop', public_key: newPublicKey() } }, { key });
const newWorkspace = async (ssh_key_id: string) => {
  const { id: user_id } = (await bench.call(auth.currentUser, {}, { key })).body;
  const form = { name: 'First', user_id, ssh_key_id, server_id: 'shared', deployment_type: 'new_container' as const };
  return bench.call(addWorkspace, { body: { ...form, language: 'none', database: 'none' } }, { key });
};

describe('whoever has not paid', () => {
  test('works in the order of the wizard, which tells the step and what to do there', async () => {
    const early = 'Your organization isn’t set up yet. Continue with step';
    expect(await newKey()).toMatchObject({
      status: 409,
      body: { message: `${early} 1 of the setup: fill in the profile.` },
    });
    const card = { body: { payment_method: 'pm_1' } };
    expect((await bench.call(cards.updatePaymentMethod, card, { key })).status).toBe(409);
    await bench.call(organizations.updateOrganization, { body: PROFILE }, { key });
    expect(await newKey()).toMatchObject({ status: 409, body: { message: `${early} 2 of the setup: add a card.` } });
    const skip = (setup_step: number) => bench.call(organizations.updateSetupStep, { body: { setup_step } }, { key });
    for (const step of [3, 4, 5]) expect((await skip(step)).status).toBe(409);

    await atStep(3);
    const added = await newKey();
    expect(added.status).toBe(200);
    const early4 = await newWorkspace(added.body.sshKeyID);
    expect(early4).toMatchObject({ status: 409, body: { message: `${early} 3 of the setup: add an SSH key.` } });
    await atStep(4);
    expect((await newWorkspace(added.body.sshKeyID)).status).toBe(200);
    await atStep(1);
    expect((await bench.call(deleteSshKey, { params: { sshKeyID: added.body.sshKeyID } }, { key })).status).toBe(200);
  });
});

describe('whoever has not confirmed their address', () => {
  test('goes through the wizard, and writes to nobody in its name', async () => {
    await atStep(5);
    expect((await newKey()).status).toBe(200);
    const person = { email_address: 'new@example.com', first_name: 'N', last_name: 'N', role: 'user' as const };
    const share = { invite_name: 'Bo', invite_email: 'bo@example.com' };
    const invite = () =>
      Promise.all([
        bench.call(addUser, { body: { ...person, dry_run: true } }, { key }),
        bench.call(organizations.addShare, { body: share }, { key }),
      ]);
    for (const { status, body } of await invite()) {
      expect(status).toBe(403);
      expect(body.message).toContain('Confirm your email address first.');
    }
    await bench.deliverMails();
    expect((await bench.call(sendConfirmation, {}, { key })).status).toBe(200);
    const token = tokenIn((await bench.deliverMails()).find(({ to }) => to === email));
    expect((await bench.call(auth.confirmEmail, { query: { token } }, { key })).status).toBe(200);
    expect((await invite()).map(({ status }) => status)).not.toContain(403);
  });

  test('is mailed again a few times an hour, and only the newest link works', async () => {
    const first = (await bench.deliverMails()).find(({ to }) => to === email);
    const answers = [];
    for (let click = 0; click < 6; click++) answers.push((await bench.call(sendConfirmation, {}, { key })).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    const old = await bench.call(auth.confirmEmail, { query: { token: tokenIn(first) } }, { key });
    expect(old).toMatchObject({ status: 422, body: { message: 'Invalid token specified.' } });
  });
});

test('every mail that a member can have sent to somebody else waits for a confirmed address', () => {
  // A shared terminal or VS Code is told in the page alone.
  const invites = routes.filter(
    (route) => changesState(route) && /invite|(?<!terminal-|editor-)share|users\/add$/.test(route.path),
  );
  const open = invites
    .filter(({ confirmedOnly }) => !confirmedOnly)
    .map(nameOf)
    .sort();
  // The first is accepted by who got the mail, and the second is for internal administrators.
  expect(open).toEqual(['get /users/accept-invite', 'post /users/resend-beta-invite']);
});
