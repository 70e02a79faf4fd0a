export { GroupSecrets } from './GroupSecrets.tsx';
export { SecretsPanel } from './SecretsPanel.tsx';
