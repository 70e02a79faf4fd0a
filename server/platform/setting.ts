import { ConfigError } from './config-error.ts';

/** One setting: its variable, its meaning, and its default. */
export interface Setting<T> {
  name: string;
  help: string;
  /** The default, as the settings page shows it. */
  shown: string;
  /** @throws ConfigError that says what is wrong, with an example */
  parse: (value: string | undefined) => T;
}

export function text(name: string, fallback: string, help: string): Setting<string> {
  return { name, help, shown: fallback || '—', parse: (value) => value || fallback };
}

export function optional(name: string, help: string, shown = '—'): Setting<string | undefined> {
  return { name, help, shown, parse: (value) => value || undefined };
}

export function port(name: string, fallback: number, help: string): Setting<number> {
  return number(name, fallback, help, 1, 65_535);
}

export function optionalPort(name: string, help: string, shown: string, min = 1): Setting<number | undefined> {
  return { name, help, shown, parse: (value) => (value ? wholeNumber(name, value, min, 65_535) : undefined) };
}

export function number(name: string, fallback: number, help: string, min: number, max: number): Setting<number> {
  return {
    name,
    help,
    shown: String(fallback),
    parse: (value) => (value ? wholeNumber(name, value, min, max) : fallback),
  };
}

/** A limit that leaves room for one at least; 0 is none. */
export function cap(name: string, help: string, least: number): Setting<number> {
  const most = 100_000_000;
  return {
    name,
    help,
    shown: '0',
    parse(value) {
      if (!value || /^0+$/.test(value)) return 0;
      return wholeNumber(name, value, least, most);
    },
  };
}

function wholeNumber(name: string, value: string, min: number, max: number): number {
  const parsed = Number(value);
  if (/^\d+$/.test(value) && parsed >= min && parsed <= max) return parsed;
  throw new ConfigError(`${name} must be a whole number from ${min} to ${max}${not(value)}.`);
}

export function range(name: string, fallback: string, help: string): Setting<{ first: number; last: number }> {
  return {
    name,
    help,
    shown: fallback,
    parse(value) {
      const [, first, last] = (/^(\d{1,5})-(\d{1,5})$/.exec(value || fallback) ?? []).map(Number);
      if (!first || !last || first > last || last > 65_535) {
        throw new ConfigError(`${name} must be two ports like ${fallback}${not(value)}.`);
      }
      return { first, last };
    },
  };
}

export function flag(name: string, fallback: boolean, help: string): Setting<boolean> {
  return {
    name,
    help,
    shown: String(fallback),
    parse(value) {
      if (!value) return fallback;
      if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true;
      if (['0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false;
      throw new ConfigError(`${name} must be true or false${not(value)}.`);
    },
  };
}

/** One of some words, in any case. */
export function choice<const T extends string>(name: string, words: readonly T[], fallback: T, help: string) {
  return {
    name,
    help,
    shown: fallback as string,
    parse(value: string | undefined): T {
      const found = words.find((word) => word === (value || fallback).toLowerCase());
      if (found) return found;
      throw new ConfigError(`${name} must be ${words.slice(0, -1).join(', ')} or ${words.at(-1)}${not(value)}.`);
    },
  };
}

/** A key that somebody else issued. Its value is never repeated in a message. */
export function issuedKey(name: string, beginnings: string[], help: string, shown = '—'): Setting<string | undefined> {
  return {
    name,
    help,
    shown,
    parse(value) {
      if (!value || beginnings.some((each) => value.startsWith(each) && /^[\w-]+$/.test(value)))
        return value || undefined;
      throw new ConfigError(`${name} must be a key that begins with ${beginnings.join(' or ')}, as Stripe shows it.`);
    },
  };
}

/** The wrong value for a message, unless it may contain a password. */
export function not(value = ''): string {
  return value.includes('@') || value.length > 200 ? '' : `, not ${JSON.stringify(value)}`;
}
