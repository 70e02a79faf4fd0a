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
      `As requested, on ${day} the host ${input.hostName} will be deleted, along with all workspaces and services on it. You can’t restore them after that.`,
      'Take snapshots of what you want to keep, or cancel the deletion on the host’s page before then.',
    ],
    action: { label: 'View host', url: input.url },
  };
}
