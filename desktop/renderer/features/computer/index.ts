export { KeychainNotice } from './KeychainNotice.tsx';
export { OpenLocally } from './OpenLocally.tsx';
export { infoQuery, localKeysKey, localKeysQuery } from './queries.ts';
