import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMailer } from '#server/mail/create-mailer.ts';
import { composeMail, confirmEmailMail, exportOutbox, importOutbox, outboxPages } from '#server/mail/index.ts';
import { keepInOutbox, listOutbox, readOutbox } from '#server/mail/outbox.ts';
import { outboxMails } from '#server/mail/tables.ts';
import { newId } from '#server/platform/ids.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createTestDependencies, type TestDependencies } from '#tests/support/dependencies.ts';

let store: TestDependencies;
let folder: string;
beforeAll(async () => {
  store = await createTestDependencies();
  folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-outbox-'));
});
beforeEach(() => store.db.delete(outboxMails));
afterAll(async () => {
  await store?.close();
  if (folder) await rm(folder, { recursive: true });
});

const URL_WITH_TOKEN = 'https://slipway.example/users/confirmemail?token=abc-_1';
const mailTo = (to: string) => composeMail(confirmEmailMail({ to, firstName: '<b>Ada</b>', url: URL_WITH_TOKEN }));

test('without a mail server, mails are kept for every process, encrypted, and their link is logged', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const mailer = createMailer({ from: 'Slipway <a@example.com>', outbox: store, log });
  await mailer.send(mailTo('first@example.com'));
  await mailer.send(mailTo('second@example.com'));
  const kept = await listOutbox(store);
  expect(kept.map(({ to }) => to)).toEqual(['second@example.com', 'first@example.com']);
  expect(kept[0]).toMatchObject({ subject: 'Confirm your email address', link: URL_WITH_TOKEN });
  expect(lines.join()).toContain(URL_WITH_TOKEN);
  expect(JSON.stringify(await store.db.select().from(outboxMails))).not.toContain('confirmemail');
});

test('an unreachable mail server is an error, so that the job tries again', async () => {
  const log = createLogger('silent');
  const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@example.com', outbox: store, log });
  await expect(mailer.send(mailTo('ada@example.com'))).rejects.toThrow();
  expect(await listOutbox(store)).toEqual([]);
});

test('names can’t carry markup into a mail', () => {
  const mail = mailTo('ada@example.com');
  expect(mail.html).toContain('&lt;b&gt;Ada&lt;/b&gt;');
  expect(mail.html).not.toContain('<b>Ada');
});

test('the pages list mails and show one in a sandbox', async () => {
  const pages = outboxPages(store);
  const read = async (route: string) => {
    const answer = await pages.request(route);
    return { status: answer.status, text: await answer.text() };
  };
  expect((await read('/')).text).toContain('No mails yet');
  const { id } = await keepInOutbox(store, mailTo('ada@example.com'));
  expect((await read('/')).text).toContain(`href="/dev/outbox/${id}"`);
  const shown = await read(`/${id}`);
  expect(shown.text).toContain('sandbox=""');
  expect(shown.text).toContain(`href="${URL_WITH_TOKEN}"`);
  for (const wrong of ['/unknown', '/..%2f..%2fsecret']) expect((await read(wrong)).status).toBe(404);
});

test('mails of earlier releases are taken over from their folder once, and written into one on request', async () => {
  const earlier = path.join(folder, 'earlier');
  await mkdir(earlier);
  const id = newId();
  const mail = { ...mailTo('ada@example.com'), id, date: '2026-11-20T09:00:00.000Z', link: URL_WITH_TOKEN };
  const attachments = [{ filename: '写真.png', path: `/data/moved/outbox/${id}-0` }];
  await writeFile(path.join(earlier, `${id}-0`), Buffer.from([0, 255, 10]));
  await writeFile(path.join(earlier, `${id}.json`), JSON.stringify({ ...mail, attachments }));
  await writeFile(path.join(earlier, 'half.json'), '{"id": "');
  const log = createLogger('silent');
  await Promise.all([importOutbox(store, earlier, log), importOutbox(store, earlier, log)]);
  await importOutbox(store, earlier, log);
  await importOutbox(store, path.join(folder, 'nothing'), log);
  expect(await readOutbox(store, id)).toEqual({ ...mail, attachments: ['写真.png'] });
  expect(await listOutbox(store)).toHaveLength(1);
  expect((await readdir(earlier)).sort()).toEqual(['half.json', 'imported']);
  expect((await readdir(path.join(earlier, 'imported'))).sort()).toEqual([`${id}-0`, `${id}.json`]);

  const written = path.join(folder, 'written');
  expect(await exportOutbox(store, written)).toBe(1);
  const file = path.join(written, `${id}-0`);
  expect(JSON.parse(await readFile(path.join(written, `${id}.json`), 'utf8'))).toEqual({
    ...mail,
    attachments: [{ filename: '写真.png', path: file }],
  });
  expect(await readFile(file)).toEqual(Buffer.from([0, 255, 10]));
});
