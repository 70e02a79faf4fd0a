export { GroupSecrets } from './GroupSecrets.tsx';
export { MissingSecrets } from './MissingSecrets.tsx';
export { SecretsPanel } from './SecretsPanel.tsx';
