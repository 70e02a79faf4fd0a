export { AddKeyModal } from './AddKeyModal.tsx';
export { KeyManager } from './KeyManager.tsx';
export { sshKeysQuery } from './queries.ts';
