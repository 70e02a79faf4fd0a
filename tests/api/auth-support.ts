import { runOnce } from 'graphile-worker';
import { createApp } from '#server/app.ts';
import { mailJobs } from '#server/mail/index.ts';
import type { Mail } from '#server/mail/mailer.ts';
import type { Route } from '#shared/api/route.ts';
import * as auth from '#shared/features/auth/contract.ts';
import { createTestClient, type TestClient } from '#tests/support/client.ts';
import { createTestDependencies, type TestDependencies, type TestOptions } from '#tests/support/dependencies.ts';

export const PASSWORD = 'Harbour-Wind-74';

export interface Bench {
  dependencies: TestDependencies;
  call: TestClient['call'];
  /** The same calls from another network address. */
  from(address: string): TestClient['call'];
  /** Signs up with good answers, changed where a test wants. */
  signUp(changes?: Record<string, unknown>): Promise<Awaited<ReturnType<TestClient['call']>> & { username: string }>;
  /** Signs up and logs in. */
  newUser(changes?: Record<string, unknown>): Promise<{ username: string; email: string; key: string }>;
  /** Confirms the address of whoever is signed in, and takes their organization through the wizard, without a payment. */
  settle(key: string): Promise<void>;
  /** Runs the mail jobs that wait; the mails sent by them. */
  deliverMails(): Promise<Mail[]>;
}

let people = 0;

/** The API on a database of its own, as calls come in through a proxy that names the address. */
export async function createBench(options: TestOptions = {}): Promise<Bench> {
  const dependencies = await createTestDependencies({
    ...options,
    environment: { SLIPWAY_TRUST_PROXY: 'true', ...options.environment },
  });
  const { call } = createTestClient(createApp(dependencies));
  const from =
    (address: string): TestClient['call'] =>
    <R extends Route>(route: R, input?: Parameters<TestClient['call']>[1], extra = {}) =>
      call(route, input as Record<string, unknown>, { ...extra, headers: { 'x-forwarded-for': address } });

  const signUp: Bench['signUp'] = async (changes = {}) => {
    people += 1;
    const body = {
      username: `person-${people}`,
      email: `person-${people}@example.com`,
      password: PASSWORD,
      first_name: 'Ada',
      last_name: 'Lovelace',
      organization_name: 'Analytical Engines',
      'accept-terms': true,
      ...changes,
    };
    return { ...(await call(auth.signup, { body })), username: body.username };
  };

  return {
    dependencies,
    call,
    from,
    signUp,
    async newUser(changes) {
      const { username } = await signUp(changes);
      const login = await call(auth.login, { body: { username, password: PASSWORD } });
      return { username, email: `${username}@example.com`, key: login.body.sessionKey ?? '' };
    },
    async settle(key) {
      const { id, organization } = (await call(auth.currentUser, {}, { key })).body;
      await dependencies.sql`update users set email_verified = true where id = ${id}`;
      await dependencies.sql`update organizations set setup_step = 5 where id = ${organization.id}`;
    },
    async deliverMails() {
      const before = dependencies.sent.length;
      const handlers = mailJobs(dependencies);
      await runOnce({
        connectionString: dependencies.databaseUrl,
        noHandleSignals: true,
        taskList: { 'mail.send': (payload) => handlers['mail.send'](payload as { sealed: string }) },
      });
      return dependencies.sent.slice(before);
    },
  };
}

/** The token in the link of a mail. */
export function tokenIn(mail: Mail | undefined): string {
  const token = /[?&]token=([\w-]+)/.exec(mail?.text ?? '')?.[1];
  if (!token) throw new Error(`No token in: ${mail?.text}`);
  return token;
}
