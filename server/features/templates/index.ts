export { isBound, usableBy } from './access.ts';
export { takeTemplate } from './get-template.ts';
export { contentOf } from './read-content.ts';
