/** Only those that are asked: the package’s own list would bring an editor’s and its tables of encodings into the file. */
export { confirm, password, select } from '@inquirer/prompts';
