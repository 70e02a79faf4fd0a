import * as contract from '#shared/features/search/contract.ts';
import type { RegisterRoutes } from '../routing.ts';
import { searchOrganization } from './search-organization.ts';

export const searchRoutes: RegisterRoutes = (mount) => {
  mount(contract.searchOrganization, (context, { query }) => searchOrganization(context, { text: query.search }));
};
