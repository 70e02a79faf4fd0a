import { ask, element, show } from './bridge.ts';

const EVERY_MS = 5_000;

show({ title: 'offline.title', help: 'offline.help', retry: 'offline.retry', other: 'offline.other' });
element('retry').addEventListener('click', () => void ask('system.retry'));
element('other').addEventListener('click', () => void ask('accounts.choose'));
setInterval(() => void ask('system.retry'), EVERY_MS);
