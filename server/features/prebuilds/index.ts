export { receivePush } from './receive-push.ts';
export { PREBUILD_WEBHOOK_PATH } from './webhook-url.ts';
