export { findMember } from './access.ts';
export { isKnown, knownName, knownPicture } from './known-people.ts';
