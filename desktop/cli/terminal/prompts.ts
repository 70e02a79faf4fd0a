/** What we ask with, by name: the build leaves the rest of the package out. */
export { confirm, select } from '@inquirer/prompts';
