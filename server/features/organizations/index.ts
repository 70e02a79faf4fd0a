export { INDUSTRIES } from './industries.ts';
