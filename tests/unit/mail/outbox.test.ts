import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMailer } from '#server/mail/create-mailer.ts';
import { composeMail, confirmEmailMail, outboxPages } from '#server/mail/index.ts';
import { keepInOutbox, listOutbox } from '#server/mail/outbox.ts';
import { createLogger } from '#server/platform/logger.ts';

let dataDir: string;
const outbox = () => path.join(dataDir, 'outbox');
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'slipway-outbox-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const URL_WITH_TOKEN = 'https://slipway.example/users/confirmemail?token=abc-_1';
const mailTo = (to: string) => composeMail(confirmEmailMail({ to, firstName: '<b>Ada</b>', url: URL_WITH_TOKEN }));

test('without a mail server, mails are kept in the outbox and their link is logged', async () => {
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const mailer = createMailer({ from: 'Slipway <a@example.com>', outbox: outbox(), log });
  await mailer.send(mailTo('first@example.com'));
  await mailer.send(mailTo('second@example.com'));
  const kept = await listOutbox(outbox());
  expect(kept.map(({ to }) => to)).toEqual(['second@example.com', 'first@example.com']);
  expect(kept[0]).toMatchObject({ subject: 'Confirm your email address', link: URL_WITH_TOKEN });
  expect(lines.join()).toContain(URL_WITH_TOKEN);
});

test('an unreachable mail server is an error, so that the job tries again', async () => {
  const log = createLogger('silent');
  const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'a@example.com', outbox: outbox(), log });
  await expect(mailer.send(mailTo('ada@example.com'))).rejects.toThrow();
  expect(await listOutbox(outbox())).toEqual([]);
});

test('names can’t carry markup into a mail', () => {
  const mail = mailTo('ada@example.com');
  expect(mail.html).toContain('&lt;b&gt;Ada&lt;/b&gt;');
  expect(mail.html).not.toContain('<b>Ada');
});

test('the pages list mails and show one in a sandbox', async () => {
  const pages = outboxPages({ config: { dataDir } });
  const read = async (route: string) => {
    const answer = await pages.request(route);
    return { status: answer.status, text: await answer.text() };
  };
  expect((await read('/')).text).toContain('No mails yet');
  const { id } = await keepInOutbox(outbox(), mailTo('ada@example.com'));
  expect((await read('/')).text).toContain(`href="/dev/outbox/${id}"`);
  const shown = await read(`/${id}`);
  expect(shown.text).toContain('sandbox=""');
  expect(shown.text).toContain(`href="${URL_WITH_TOKEN}"`);
  for (const wrong of ['/unknown', '/..%2f..%2fsecret']) expect((await read(wrong)).status).toBe(404);
});
