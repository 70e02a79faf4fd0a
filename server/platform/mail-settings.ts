import { ConfigError } from './config-error.ts';
import type { Setting } from './setting.ts';

const ADDRESS = String.raw`[^\s@<>()[\],;:"\\]+@[^\s@<>()[\],;:"\\./]+(?:\.[^\s@<>()[\],;:"\\./]+)*`;
const ALONE = new RegExp(`^${ADDRESS}$`);
/** Without quotes, a comma or semicolon in the name would begin another address. */
const NAMED = new RegExp(String.raw`^(?:"[^"\\\p{Cc}]*"|[^"<>,;:@\\\p{Cc}]*)\s*<${ADDRESS}>$`, 'u');

/** An address, with or without a name. */
export function mailbox(name: string, help: string, shown: string): Setting<string | undefined> {
  return {
    name,
    help,
    shown,
    parse(value) {
      if (!value || ALONE.test(value) || NAMED.test(value)) return value || undefined;
      throw new ConfigError(
        `${name} must be a mail address like help@example.com or "Slipway" <help@example.com>, not ${JSON.stringify(value)}.`,
      );
    },
  };
}

export function mailboxOr(name: string, fallback: string, help: string): Setting<string> {
  const setting = mailbox(name, help, fallback);
  return { ...setting, parse: (value) => setting.parse(value) ?? fallback };
}

/** Bare addresses separated by commas, in lower case. */
export function mailAddresses(name: string, help: string): Setting<string[]> {
  return {
    name,
    help,
    shown: '—',
    parse(value) {
      const addresses = listed(value);
      const wrong = addresses.find((each) => !ALONE.test(each));
      if (wrong === undefined) return addresses;
      throw new ConfigError(`${name} must list mail addresses like ann@example.com, not ${JSON.stringify(wrong)}.`);
    },
  };
}

/** What commas separate, in lower case. */
export function listed(value = ''): string[] {
  return value
    .split(',')
    .map((each) => each.trim().toLowerCase())
    .filter(Boolean);
}
