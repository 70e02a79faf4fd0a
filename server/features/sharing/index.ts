export { companyOf, guestOf } from './find-editor-shares.ts';
export { noteGuest } from './note-guest.ts';
