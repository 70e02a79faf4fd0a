import { serverText } from '../../lib/server-text.ts';

/** What an invoice is for, in the language of the page: 'Subscription, Extra users'. */
export function itemName(item: string): string {
  return item.split(', ').map(serverText).join(', ');
}
