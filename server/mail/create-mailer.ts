import { createTransport } from 'nodemailer';
import type { Logger } from '../platform/logger.ts';
import type { Mail, Mailer } from './mailer.ts';
import { keepInOutbox, type OutboxStore } from './outbox.ts';

const TIMEOUT_MS = 15_000;

export interface MailerOptions {
  smtpUrl?: string;
  /** `Name <address>`. */
  from: string;
  /** Where mails go when there is no mail server. */
  outbox: OutboxStore;
  log: Logger;
}

/** Sends through the configured mail server; without one, keeps mails in the outbox and logs their link. */
export function createMailer(options: MailerOptions): Mailer {
  const { smtpUrl, from, outbox, log } = options;
  if (!smtpUrl) {
    return {
      async send(mail) {
        const { id, link } = await keepInOutbox(outbox, mail);
        log.info({ to: mail.to, subject: mail.subject, mail: id, link }, 'mail kept in the outbox');
      },
    };
  }
  const transport = createMailTransport(smtpUrl);
  return {
    async send(mail: Mail) {
      await transport.sendMail({ from, ...mail });
    },
  };
}

/** The connection to a mail server. */
export function createMailTransport(smtpUrl: string) {
  return createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  });
}
