export type { Command } from './command.ts';
export { forget, type Recent, recentOwner, remember } from './recents.ts';
export { type PaletteProps, SearchButton } from './SearchButton.tsx';
