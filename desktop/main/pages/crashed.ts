import { ask, element, show } from './bridge.ts';

show({ title: 'crashed.title', help: 'crashed.help', retry: 'crashed.retry' });
element('retry').addEventListener('click', () => void ask('system.retry'));
