import catalogue from '#shared/i18n/en/desktop.json' with { type: 'json' };
import { ask, element } from './bridge.ts';
import './page.css';

const { connect } = catalogue;
const address = element<HTMLInputElement>('address');
const error = element('error');
const submit = element<HTMLButtonElement>('submit');

element('title').textContent = connect.title;
element('label').textContent = connect.label;
element('help').textContent = connect.help;
submit.textContent = connect.submit;
address.placeholder = connect.placeholder;
address.focus();

element<HTMLFormElement>('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  submit.disabled = true;
  const answer = await ask('accounts.add', { address: address.value });
  submit.disabled = false;
  error.textContent = answer.ok ? '' : answer.message;
  address.setAttribute('aria-invalid', String(!answer.ok));
  if (!answer.ok) address.focus();
});
