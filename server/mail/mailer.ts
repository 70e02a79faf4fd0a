/** A rendered mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Sends one mail, or puts it into the outbox folder when no mail server is configured. @throws Error on refusal */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
