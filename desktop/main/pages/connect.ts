import type { Account } from '#shared/desktop/calls/accounts.ts';
import { text } from '../text.ts';
import { ask, element, show } from './bridge.ts';

show({
  title: 'connect.title',
  label: 'connect.label',
  help: 'connect.help',
  submit: 'connect.submit',
  'known-title': 'connect.known',
});
const address = element<HTMLInputElement>('address');
const error = element('error');
const submit = element<HTMLButtonElement>('submit');

address.placeholder = text('connect.placeholder');
address.focus();

void showKnown();

/** People who only wanted to look can return to an account they have. */
async function showKnown(): Promise<void> {
  const answer = await ask('accounts.list');
  const { accounts } = (answer.ok ? answer.value : { accounts: [] }) as { accounts: Account[] };
  if (accounts.length === 0) return;
  element('accounts').replaceChildren(
    ...accounts.map(({ id, origin, label }) => {
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'quiet';
      button.textContent = [label, new URL(origin).host].filter(Boolean).join(' · ');
      button.addEventListener('click', () => void ask('accounts.switch', { id }));
      const item = document.createElement('li');
      item.append(button);
      return item;
    }),
  );
  element('known').hidden = false;
}

element<HTMLFormElement>('form').addEventListener('submit', async (event) => {
  event.preventDefault();
  submit.disabled = true;
  const answer = await ask('accounts.add', { address: address.value });
  submit.disabled = false;
  error.textContent = answer.ok ? '' : answer.message;
  address.setAttribute('aria-invalid', String(!answer.ok));
  if (!answer.ok) address.focus();
});
