export { currentUserQuery, useCurrentUser } from './queries.ts';
