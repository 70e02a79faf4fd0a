export type { Command } from './command.ts';
export { forget, type Recent, recentOwner, remember } from './recents.ts';
export { SearchButton } from './SearchButton.tsx';
