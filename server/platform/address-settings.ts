import { isIP } from 'node:net';
import { domainToASCII } from 'node:url';
import { ConfigError } from './config-error.ts';
import { not, type Setting } from './setting.ts';

type Optional = Setting<string | undefined>;

const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const DOMAIN = new RegExp(`^${LABEL}(?:\\.${LABEL})*$`);
/** Room for the name of a workspace and its port in front. */
const LONGEST_DOMAIN = 180;

function checked(name: string, help: string, shown: string, read: (value: string) => string | null, wish: string) {
  return {
    name,
    help,
    shown,
    parse(value: string | undefined) {
      if (!value) return undefined;
      const result = read(value);
      if (result === null) throw new ConfigError(`${name} must be ${wish}${not(value)}.`);
      return result;
    },
  };
}

/** An http or https address, without slashes at its end. */
function url(name: string, help: string, shown: string): Optional {
  const read = (value: string) => webUrl(value) && value.replace(/\/+$/, '');
  return checked(name, help, shown, read, 'an address like https://example.com');
}

/** An http or https address that is used exactly as written. */
export function endpoint(name: string, help: string, shown: string): Optional {
  return checked(name, help, shown, (value) => webUrl(value) && value, 'an address like https://example.com/form');
}

/** An address with a default. */
export function urlOr(name: string, fallback: string, help: string): Setting<string> {
  const setting = url(name, help, fallback);
  return { ...setting, parse: (value) => setting.parse(value) ?? fallback };
}

/** Scheme, host and port only, as a browser writes them. */
export function origin(name: string, help: string, shown = '—'): Optional {
  const read = (value: string) => {
    const parsed = webUrl(value);
    if (!parsed || !/^\/*$/.test(parsed.pathname) || parsed.search || parsed.hash || parsed.username) return null;
    return parsed.origin;
  };
  return checked(name, help, shown, read, 'an address without a path, like https://slipway.example.com');
}

function webUrl(value: string): URL | null {
  return /^https?:\/\/[^\s/]/i.test(value) ? URL.parse(value) : null;
}

/** A domain that other names go below: no scheme, port, path or asterisk. */
export function domain(name: string, help: string, shown: string): Optional {
  const read = (value: string) => {
    const ascii = domainToASCII(value.toLowerCase());
    const isName = DOMAIN.test(ascii) && ascii.length <= LONGEST_DOMAIN && !/(^|\.)\d+$/.test(ascii);
    return isName && !/[^\p{L}\p{M}\p{N}.-]/u.test(value) ? ascii : null;
  };
  return checked(name, help, shown, read, 'a bare domain like workspaces.example.net');
}

/** An IP address or a host name, without a port. */
export function host(name: string, help: string, shown: string): Optional {
  const read = (value: string) => (isIP(value) || DOMAIN.test(value.toLowerCase()) ? value : null);
  return checked(name, help, shown, read, 'an IP address or a host name like 0.0.0.0 or localhost');
}

export function hostOr(name: string, fallback: string, help: string): Setting<string> {
  const setting = host(name, help, fallback);
  return { ...setting, parse: (value) => setting.parse(value) ?? fallback };
}

/** A PostgreSQL address; several hosts may be listed, separated by commas. */
export function postgresUrl(name: string, help: string, shown: string): Optional {
  const works = (value: string) =>
    /^postgres(ql)?:\/\//i.test(value) && serverUrl(value.replaceAll(/,[^/@?]*/g, '')) !== null;
  return withPassword(name, help, shown, 'postgres://slipway:password@db.example.com:5432/slipway', works);
}

export function smtpUrl(name: string, help: string, shown: string): Optional {
  const works = (value: string) => /^smtps?:\/\//i.test(value) && Boolean(serverUrl(value)?.hostname);
  return withPassword(name, help, shown, 'smtp://user:password@mail.example.com:587', works);
}

/** Its value is never repeated in a message: the password may be anywhere in a wrong one. */
function withPassword(name: string, help: string, shown: string, like: string, works: (value: string) => boolean) {
  return {
    name,
    help,
    shown,
    parse(value: string | undefined) {
      if (!value || works(value)) return value || undefined;
      throw new ConfigError(
        `${name} must be an address like ${like}; in the password, write / # ? @ and % as %2F %23 %3F %40 and %25.`,
      );
    },
  };
}

/** Null where a character of the password ended the host too early, or isn't escaped. */
function serverUrl(value: string): URL | null {
  const parsed = URL.parse(value);
  if (!parsed || parsed.hash || /@/.test(parsed.pathname + parsed.search) || /\s/.test(value)) return null;
  try {
    decodeURIComponent(value);
    return parsed;
  } catch {
    return null;
  }
}
