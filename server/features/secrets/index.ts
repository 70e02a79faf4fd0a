export { lockSecret } from './access.ts';
export { type Collected, collectSecrets } from './collect.ts';
export { forgetSecretsOf } from './delete-secret.ts';
export { noteDelivery } from './note-delivery.ts';
export { refreshSecrets } from './refresh.ts';
export { bytesOf } from './value.ts';
