import type { Desktop } from '../../context.ts';
import { text } from '../../text.ts';
import { mustActiveAccount } from '../accounts/active-account.ts';

/**
 * Asks, outside of any page, before the agent is forwarded to a host for the first time: whoever is root there can use
 * the person's keys.
 */
export async function allowAgent({ settings, dialogs }: Desktop, host: string): Promise<void> {
  const { id, agentHosts, preferences } = mustActiveAccount(settings);
  if (!preferences.forwardAgent || agentHosts.includes(host)) return;
  const answer = await dialogs.ask({
    message: text('ask.agent', { host }),
    detail: text('ask.agentDetail'),
    buttons: [text('ask.agentYes'), text('ask.agentNo')],
  });
  if (answer !== 0) return;
  await settings.change((data) => ({
    ...data,
    accounts: data.accounts.map((each) =>
      each.id === id ? { ...each, agentHosts: [...new Set([...each.agentHosts, host])] } : each,
    ),
  }));
}
