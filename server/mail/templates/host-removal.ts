import type { MailContent } from '../layout.ts';

/** To the owner, some days before a host is removed with everything on it. */
export function hostRemovalMail(input: {
  to: string;
  firstName: string;
  hostName: string;
  /** In the reader's language. */
  day: string;
  url: string;
}): MailContent {
  const { day } = input;
  return {
    to: input.to,
    greeting: `Hello ${input.firstName},`,
    subject: `The host ${input.hostName} will be deleted on ${day}`,
    paragraphs: [
      `On ${day} the host ${input.hostName} is deleted, as was asked for, with all workspaces and services on it. They can’t be restored after that.`,
      'Take snapshots of what you want to keep, or cancel the deletion on the host’s page before then.',
    ],
    action: { label: 'Look at the host', url: input.url },
  };
}
