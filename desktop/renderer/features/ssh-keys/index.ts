export { AddKeyModal } from './AddKeyModal.tsx';
export { KeyManager } from './KeyManager.tsx';
export { LocalKeys } from './LocalKeys.tsx';
export { deleteSshKeyMutation, sshKeysQuery } from './queries.ts';
