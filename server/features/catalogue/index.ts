export { type CatalogueItem, catalogue, findItem } from './catalogue.ts';
export { chooseLanguages } from './choose-languages.ts';
export {
  type Choice,
  choose,
  databases,
  describe,
  describeLanguages,
  languages,
  type SoftwareOption,
} from './software.ts';
