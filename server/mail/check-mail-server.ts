import { createMailTransport } from './create-mailer.ts';

/** Connects and logs in, without sending anything. @throws Error with what to do */
export async function checkMailServer(smtpUrl: string): Promise<void> {
  const transport = createMailTransport(smtpUrl);
  try {
    await transport.verify();
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new Error(`The mail server doesn’t take our connection (${message}). Check SMTP_URL.`, { cause });
  } finally {
    transport.close();
  }
}
