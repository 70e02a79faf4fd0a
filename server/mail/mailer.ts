/** A rendered mail. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Reply address, if not the sender's. */
  replyTo?: string;
  attachments?: MailAttachment[];
}

/** A file on disk, which must exist until the mail is sent. */
export interface MailAttachment {
  filename: string;
  path: string;
}

/** Sends one mail, or puts it into the outbox if no mail server is configured. @throws Error if it is refused */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}
