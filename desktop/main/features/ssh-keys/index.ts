export { agentAddress } from './agent-keys.ts';
export { exportKey } from './export-key.ts';
export { keyStore, sshFolder } from './folder.ts';
export { generateKey } from './generate-key.ts';
export { importKey } from './import-key.ts';
export { listCandidates } from './list-candidates.ts';
export { listKeys } from './list-keys.ts';
export { readPrivateKey, writePrivateKey } from './private-key.ts';
export { removeKey } from './remove-key.ts';
