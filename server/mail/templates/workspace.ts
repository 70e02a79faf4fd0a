import type { MailContent } from '../layout.ts';

/** To the people working in it, a few minutes before a workspace pauses. */
export function idleWarningMail(input: { to: string; firstName: string; name: string; url: string }): MailContent {
  const { to, firstName, name, url } = input;
  return {
    to,
    greeting: `Hello ${firstName},`,
    subject: `${name} is about to be paused`,
    paragraphs: [
      `Nobody has worked in ${name} for a while. It is paused in 5 minutes unless somebody does; its files stay.`,
    ],
    action: { label: 'Look at the workspace', url },
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
    subject: `Workspaces of ${from} will be deleted on ${day}`,
    paragraphs: [
      `${from} has left ${organization}, and you have their shared workspaces now: ${workspaces.join(', ')}.`,
      `They are stopped, and on ${day} they are deleted. To keep one, choose so on its page before then.`,
    ],
    action: { label: 'Look at the workspaces', url },
  };
}
