import { catalogueOf } from '../text.ts';
import { ask, element } from './bridge.ts';
import './page.css';

const EVERY_MS = 5_000;
const { offline } = catalogueOf(navigator.language);
document.documentElement.lang = navigator.language;
const retry = element('retry');
const other = element('other');

element('title').textContent = offline.title;
element('help').textContent = offline.help;
retry.textContent = offline.retry;
other.textContent = offline.other;

retry.addEventListener('click', () => void ask('system.retry'));
other.addEventListener('click', () => void ask('accounts.choose'));
setInterval(() => void ask('system.retry'), EVERY_MS);
