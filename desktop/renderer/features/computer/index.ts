export { KeychainNotice } from './KeychainNotice.tsx';
export { OpenLocally } from './OpenLocally.tsx';
export { ProgramEntries } from './ProgramEntries.tsx';
export { PROGRAM_ICONS } from './programs.ts';
export { infoQuery, localKeysKey, localKeysQuery } from './queries.ts';
