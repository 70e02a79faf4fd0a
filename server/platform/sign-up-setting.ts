import { domainToASCII } from 'node:url';
import { ConfigError } from './config-error.ts';
import { listed } from './mail-settings.ts';
import type { Setting } from './setting.ts';

/** Who may create an account. */
export type SignUpRule = { who: 'everyone' } | { who: 'invited' } | { who: 'domains'; domains: readonly string[] };

const NAME = 'SLIPWAY_SIGN_UP';
const DOMAIN = /^[a-z0-9-]+(\.[a-z0-9-]+)+$/;

export const signUpSetting: Setting<SignUpRule> = {
  name: NAME,
  help: 'Who may create an account: open, invitation, or the mail domains listed, like example.com,example.org',
  shown: 'open',
  parse(value) {
    const words = listed(value || 'open');
    if (words.length === 1 && words[0] === 'open') return { who: 'everyone' };
    if (words.length === 1 && words[0] === 'invitation') return { who: 'invited' };
    const domains = words.map((word) => domainToASCII(word.replace(/^@/, '')));
    if (domains.length > 0 && domains.every((domain) => DOMAIN.test(domain))) return { who: 'domains', domains };
    throw new ConfigError(
      `${NAME} must be open, invitation, or mail domains like example.com,example.org, not ${JSON.stringify(value)}.`,
    );
  },
};

/** Exactly one of the domains: those below it may be somebody else's. */
export function isListed(email: string, domains: readonly string[]): boolean {
  return domains.includes(domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase()));
}
