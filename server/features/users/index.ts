export { findMember } from './access.ts';
