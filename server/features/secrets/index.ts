export { lockSecret } from './access.ts';
export { type Collected, collectSecrets } from './collect.ts';
export { takeSecretsOf } from './delete-secret.ts';
export { missingSecrets } from './missing-secrets.ts';
export { noteDelivery } from './note-delivery.ts';
export { refreshSecrets } from './refresh.ts';
export { restoreSecretsOf } from './restore-secret.ts';
export { bytesOf } from './value.ts';
