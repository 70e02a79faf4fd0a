export type { Destination } from './destination.ts';
export { SearchButton } from './SearchButton.tsx';
