import { STATUS_FILTERS } from '#shared/features/workspaces/model.ts';

/** Deleted services are gone for good: nothing to filter for. */
export const SERVICE_STATUS_FILTERS = STATUS_FILTERS.filter((value) => value !== 'deleted');
