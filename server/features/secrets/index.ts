export { lockSecret, type SecretRecord } from './access.ts';
export { type Collected, collectSecrets, type Receiver } from './collect.ts';
export { forgetSecretsOf } from './delete-secret.ts';
export { type Delivery, noteDelivery } from './note-delivery.ts';
export { refreshSecrets } from './refresh.ts';
export { bytesOf } from './value.ts';
