import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { drizzle } from 'drizzle-orm/postgres-js';
import { expect, onTestFinished, test } from 'vitest';
import { createMailer } from '#server/mail/create-mailer.ts';
import { composeMail, resetPasswordMail } from '#server/mail/index.ts';
import { createLogger } from '#server/platform/logger.ts';
import { createSecretBox } from '#server/platform/secrets.ts';

const noOutbox = { db: drizzle.mock(), secrets: createSecretBox('unused') };

/** A mail server that takes everything; `received` grows by what the client says. */
async function mailServer() {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('data', (bytes) => {
      const said = bytes.toString();
      received.push(said);
      if (inData) {
        if (!said.endsWith('\r\n.\r\n')) return;
        inData = false;
        socket.write('250 kept\r\n');
      } else if (said.startsWith('DATA')) {
        inData = true;
        socket.write('354 go on\r\n');
      } else if (said.startsWith('QUIT')) {
        socket.end('221 bye\r\n');
      } else {
        socket.write('250 ok\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return { received, url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

test('mails go to the configured mail server, as text and HTML', async () => {
  const { received, url } = await mailServer();
  const from = 'Slipway <no-reply@slipway.example>';
  const mailer = createMailer({ smtpUrl: url, from, outbox: noOutbox, log: createLogger('silent') });
  const link = 'https://slipway.example/users/updatepassword?token=abc';
  await mailer.send(
    composeMail(resetPasswordMail({ to: 'ada@example.com', firstName: 'Ada', username: 'ada', url: link })),
  );
  const said = received.join('');
  expect(said).toContain('MAIL FROM:<no-reply@slipway.example>');
  expect(said).toContain('RCPT TO:<ada@example.com>');
  expect(said).toContain('Subject: Reset your password');
  expect(said).toContain('text/plain');
  expect(said).toContain('text/html');
});
