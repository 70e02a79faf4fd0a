import { catalogueOf } from '../text.ts';
import { ask, element } from './bridge.ts';
import './page.css';

const { crashed } = catalogueOf(navigator.language);
document.documentElement.lang = navigator.language;
const retry = element('retry');

element('title').textContent = crashed.title;
element('help').textContent = crashed.help;
retry.textContent = crashed.retry;

retry.addEventListener('click', () => void ask('system.retry'));
