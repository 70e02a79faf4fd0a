/** A rendered mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Where an answer goes, when not to the sender. */
  replyTo?: string;
  attachments?: MailAttachment[];
}

/** A file on disk, which has to be there until the mail is sent. */
export interface MailAttachment {
  filename: string;
  path: string;
}

/** Sends one mail, or puts it into the outbox folder when no mail server is configured. @throws Error on refusal */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
