import { z } from 'zod';
import { defineRead } from '../../api/route.ts';

/** Fewer characters aren't searched. */
export const SEARCH_MIN_LENGTH = 2;

/** Every category, in display order, with its maximum number of results. */
export const SEARCH_LIMITS = {
  Workspaces: 5,
  'SSH Keys': 5,
  People: 4,
  Hosts: 5,
  Services: 5,
  Snapshots: 5,
  Templates: 5,
} as const;
export type SearchCategory = keyof typeof SEARCH_LIMITS;
export const SEARCH_CATEGORIES = Object.keys(SEARCH_LIMITS) as SearchCategory[];

export const SEARCH_ICONS = ['workspace', 'ssh-key', 'person', 'host', 'service', 'snapshot', 'template'] as const;

export const searchResult = z.object({
  heading: z.string(),
  icon: z.enum(SEARCH_ICONS),
  text: z.string(),
  /** Path of the page that shows it. */
  url: z.string(),
  /** For people: their picture, if they have one. */
  profile_photo_url: z.string().nullable().optional(),
});
export type SearchResult = z.infer<typeof searchResult>;

const results = (category: SearchCategory) => z.array(searchResult).max(SEARCH_LIMITS[category]);

export const searchOrganization = defineRead('/organization/search', 'What the person may see, by a part of its name', {
  scope: 'read',
  reach: 'listed',
  query: z.strictObject({ search: z.string().trim().min(SEARCH_MIN_LENGTH, 'validation.search').max(100) }),
  response: z.object({
    Workspaces: results('Workspaces'),
    'SSH Keys': results('SSH Keys'),
    People: results('People'),
    Hosts: results('Hosts'),
    Services: results('Services'),
    Snapshots: results('Snapshots'),
    Templates: results('Templates'),
  }),
});
export type SearchResults = z.infer<typeof searchOrganization.response>;
