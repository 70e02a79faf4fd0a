import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import os from 'node:os';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createApp } from '#server/app.ts';
import type { Mail } from '#server/mail/mailer.ts';
import { API_BASE, SESSION_HEADER } from '#shared/api/wire.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';
import { type MintedUser, mintOrganization, mintUser } from '#tests/support/mint.ts';

const MB = 1024 * 1024;

let dependencies: TestDependencies;
let app: ReturnType<typeof createApp>;
let person: MintedUser;
/** What was mailed, with the content that its files had then. */
let sent: (Mail & { contents: string[] })[];
let refuse = false;

beforeAll(async () => {
  const send = async (mail: Mail) => {
    if (refuse) throw new Error('554 no');
    const contents = await Promise.all((mail.attachments ?? []).map(({ path }) => readFile(path, 'latin1')));
    sent.push({ ...mail, contents });
  };
  const environment = { SUPPORT_EMAIL: 'help@example.com' };
  dependencies = await createTestDependencies({ environment, overrides: { mailer: { send } } });
  app = createApp(dependencies);
});
beforeEach(async () => {
  sent = [];
  refuse = false;
  const { organizationId } = await mintOrganization(dependencies);
  person = await mintUser(dependencies, organizationId, 'user');
});
afterAll(() => dependencies?.close());

const written = {
  first_name: 'Nora',
  last_name: 'Quist',
  email: 'nora@example.com',
  classification: 'bug',
  subject: 'It\r\n<b>broke</b>',
  description: 'First line.\n\nSecond.',
  ticket_url: 'https://slipway.example/workspaces',
};

async function post(fields: Record<string, string>, files: File[] = []) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const file of files) form.append('attachment', file, file.name);
  const answer = await app.request(`${API_BASE}/support`, {
    method: 'POST',
    headers: { [SESSION_HEADER]: person.key },
    body: form,
  });
  return { status: answer.status, body: (await answer.json()) as { errorsObj?: Record<string, string> } };
}

const kept = () => readdirSync(os.tmpdir()).filter((name) => name.startsWith('slipway-support-'));

test('a case reaches the help desk with its files, and answers go to whoever wrote', async () => {
  const before = kept();
  const files = [new File(['\u0000\u00ff binary'], '../../etc/passwd'), new File(['x'.repeat(3 * MB)], 'log.txt')];
  expect((await post(written, files)).status).toBe(200);
  const [mail] = sent;
  expect(mail).toMatchObject({ to: 'help@example.com', replyTo: 'nora@example.com', subject: '[bug] It <b>broke</b>' });
  expect(mail?.text).toContain(`User: ${person.username} (${person.userId})`);
  expect(mail?.html).not.toContain('<b>broke');
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(['passwd', 'log.txt']);
  expect(mail?.contents[1]).toHaveLength(3 * MB);
  expect(mail?.attachments?.some(({ path }) => existsSync(path))).toBe(false);
  expect(kept()).toEqual(before);
});

test('limits are the server’s as well', async () => {
  const before = kept();
  const six = Array.from({ length: 6 }, (_, index) => new File(['x'], `${index}.txt`));
  const large = new File([new Uint8Array(20 * MB + 1)], 'large.bin');
  expect((await post(written, six)).body.errorsObj).toEqual({ attachments: 'At most 5 files can be attached.' });
  expect((await post(written, [large])).body.errorsObj).toEqual({ attachments: '“large.bin” is larger than 20 MB.' });
  const wrong = { ...written, subject: ' ', description: 'x'.repeat(3001), email: 'nobody' };
  const { status, body } = await post(wrong);
  expect([status, body.errorsObj]).toEqual([
    422,
    {
      description: 'This is too long.',
      email: 'Please enter a valid email address.',
      subject: 'This field is required.',
    },
  ]);
  expect((await post({ classification: 'Praise' })).body.errorsObj).toMatchObject({
    first_name: 'This field is required.',
    subject: 'This field is required.',
    classification: "This value isn't allowed here.",
  });
  expect(sent).toEqual([]);
  expect(kept()).toEqual(before);
});

test('a mail server that refuses is told of, and nothing is kept', async () => {
  const before = kept();
  refuse = true;
  expect((await post(written, [new File(['x'], 'x.txt')])).status).toBe(503);
  expect(kept()).toEqual(before);
});

test('something else than a form is refused', async () => {
  const headers = { [SESSION_HEADER]: person.key, 'content-type': 'application/json' };
  const answer = await app.request(`${API_BASE}/support`, { method: 'POST', headers, body: '{}' });
  expect(answer.status).toBe(422);
});
