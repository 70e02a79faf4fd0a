import { i18n } from './i18n.ts';

/** Schema messages are catalogue keys (`validation.required`); the server's messages are text already. */
export function messageText(message: string): string {
  return message.startsWith('validation.')
    ? i18n.t(message.slice('validation.'.length), { ns: 'validation' })
    : message;
}
