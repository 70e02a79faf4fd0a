export { mailJobs, queueMail } from './jobs.ts';
export { outboxPages } from './outbox-pages.ts';
export { confirmEmailMail } from './templates/confirm-email.ts';
export { passwordChangedMail } from './templates/password-changed.ts';
export { resetPasswordMail } from './templates/reset-password.ts';
