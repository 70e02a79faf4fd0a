export { mailJobs, queueMail } from './jobs.ts';
export { outboxPages } from './outbox-pages.ts';
export { betaInviteMail } from './templates/beta-invite.ts';
export { type BillNotice, billMail } from './templates/bill.ts';
export { confirmEmailMail } from './templates/confirm-email.ts';
export { inviteMail } from './templates/invite.ts';
export { passwordChangedMail } from './templates/password-changed.ts';
export { resetPasswordMail } from './templates/reset-password.ts';
export { shareMail } from './templates/share.ts';
