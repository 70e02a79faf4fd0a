import { say } from '../../platform/say.ts';
import type { MailContent } from '../layout.ts';

/** To the people working in it, a few minutes before a workspace pauses. */
export function idleWarningMail(input: { to: string; firstName: string; name: string; url: string }): MailContent {
  const { to, firstName, name, url } = input;
  return {
    to,
    greeting: say('mail.greeting', { firstName }),
    subject: say('mail.workspace.idleSubject', { name }),
    paragraphs: [say('mail.workspace.idle', { name })],
    action: { label: say('mail.workspace.viewWorkspace'), url },
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
    greeting: say('mail.greeting', { firstName }),
    subject: say('mail.workspace.handedOverSubject', { user: from, day }),
    paragraphs: [
      say('mail.workspace.handedOver', { user: from, organization, workspaces: workspaces.join(', ') }),
      say('mail.workspace.handedOverDeletion', { day }),
    ],
    action: { label: say('mail.workspace.viewWorkspaces'), url },
  };
}

/** To the people whose workspaces run on a machine that is being emptied. */
export function movingMail(input: {
  to: string;
  firstName: string;
  /** Names of the workspaces. */
  workspaces: string[];
  /** In the reader's language. */
  time: string;
  url: string;
}): MailContent {
  const { to, firstName, time, url } = input;
  return {
    to,
    greeting: say('mail.greeting', { firstName }),
    subject: say('mail.moving.subject', { time }),
    paragraphs: [
      say('mail.moving.intro', { workspaces: input.workspaces.join(', '), time }),
      say('mail.moving.advice'),
    ],
    action: { label: say('mail.workspace.viewWorkspaces'), url },
  };
}
