export { PrebuildPanel } from './PrebuildPanel.tsx';
