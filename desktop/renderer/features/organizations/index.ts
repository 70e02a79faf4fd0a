export { organizationKey, organizationQuery } from './queries.ts';
