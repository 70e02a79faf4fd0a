import type { MailContent } from '../layout.ts';

/** To the people working in it, a few minutes before a workspace pauses. */
export function idleWarningMail(input: { to: string; firstName: string; name: string; url: string }): MailContent {
  const { to, firstName, name, url } = input;
  return {
    to,
    greeting: `Hello ${firstName},`,
    subject: `${name} is about to be paused`,
    paragraphs: [
      `No one has used ${name} for a while. It will pause in 5 minutes unless someone does. Its files are kept.`,
    ],
    action: { label: 'View workspace', url },
  };
}

interface Inheritance {
  to: string;
  firstName: string;
  /** The person who left. */
  from: string;
  organization: string;
  /** Names of the shared workspaces. */
  workspaces: string[];
  /** In the reader's language. */
  day: string;
  url: string;
}

/** To the person who got the shared workspaces of somebody who left. */
export function inheritanceMail(input: Inheritance): MailContent {
  const { to, firstName, from, organization, workspaces, day, url } = input;
  return {
    to,
    greeting: `Hello ${firstName},`,
    subject: `${from}’s workspaces will be deleted on ${day}`,
    paragraphs: [
      `${from} has left ${organization}. You now have their shared workspaces: ${workspaces.join(', ')}.`,
      `They’re stopped and will be deleted on ${day}. To keep one, open its page before then and choose “Keep this workspace”.`,
    ],
    action: { label: 'View workspaces', url },
  };
}
