export { grantCredit, grantNewOrganizationCredit, grantShareCredits } from './grant-credit.ts';
export { billingCrontab, billingJobs } from './jobs.ts';
export { receiveWebhook } from './receive-webhook.ts';
export { reconcileBilling } from './reconcile.ts';
