export { type CatalogueItem, catalogue, findItem } from './catalogue.ts';
export { type Choice, choose, databases, describe, languages, type SoftwareOption } from './software.ts';
