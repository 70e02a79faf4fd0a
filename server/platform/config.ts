import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { SHARED_LIMITS } from '#shared/features/workspaces/model.ts';
import { domain, endpoint, host, hostOr, origin, postgresUrl, smtpUrl, urlOr } from './address-settings.ts';
import { ConfigError } from './config-error.ts';
import { contradictions } from './contradictions.ts';
import { givenSetting } from './given-setting.ts';
import { listed, mailAddresses, mailbox, mailboxOr } from './mail-settings.ts';
import { defaultMetricsPort, ROLES, type ServerRole } from './roles.ts';
import { cap, choice, flag, issuedKey, not, number, optional, optionalPort, port, range, text } from './setting.ts';
import { signUpSetting } from './sign-up-setting.ts';
import { parseRange } from './special-ranges.ts';

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** In characters. */
export const SHORTEST_SECRET = 32;

/** Every setting. `npm start -- --help` and resources/deploy/settings.md are generated from it. */
export const SETTINGS = {
  host: hostOr('SLIPWAY_HOST', '127.0.0.1', 'Address the control plane and gateways listen on'),
  port: port('SLIPWAY_PORT', 4400, 'Port of the UI and the API'),
  gatewayPort: port('SLIPWAY_GATEWAY_PORT', 4401, 'Port of the HTTP gateway to workspaces'),
  sshPort: port('SLIPWAY_SSH_PORT', 4422, 'Port of the SSH gateway'),
  sshListenHost: host('SLIPWAY_SSH_LISTEN_HOST', 'Address the SSH gateway and tcp ports listen on', '<SLIPWAY_HOST>'),
  tcpPorts: range('SLIPWAY_TCP_PORTS', '24000-24999', 'Ports on which tcp ports of workspaces are published'),
  metricsPort: optionalPort(
    'SLIPWAY_METRICS_PORT',
    'Port of /metrics, /healthz and /readyz, on the loopback address; 0 turns it off',
    '4490; without the api role 4491 for a gateway, 4492 for a worker',
    0,
  ),
  publicUrl: origin('SLIPWAY_PUBLIC_URL', 'Address of the UI, as people type it', 'http://localhost:<SLIPWAY_PORT>'),
  workspaceDomain: domain(
    'WORKSPACE_DOMAIN',
    'Domain of workspace addresses; use another registrable domain than the UI’s',
    'workspaces.localhost',
  ),
  workspaceUrlPort: optionalPort(
    'SLIPWAY_WORKSPACE_URL_PORT',
    'Port shown in workspace addresses',
    '<SLIPWAY_GATEWAY_PORT>, or none with https',
  ),
  sshHost: host('SLIPWAY_SSH_HOST', 'Host name shown in ssh commands and tcp addresses', 'host of SLIPWAY_PUBLIC_URL'),
  sshPublicPort: optionalPort('SLIPWAY_SSH_PUBLIC_PORT', 'Port shown in ssh commands', '<SLIPWAY_SSH_PORT>'),
  newHostKeys: flag(
    'SLIPWAY_NEW_HOST_KEYS',
    false,
    'Make new SSH host keys where those that clients know are lost; clients then warn that the server has changed',
  ),
  trustProxy: flag(
    'SLIPWAY_TRUST_PROXY',
    false,
    'Trust X-Forwarded-For and X-Forwarded-Proto (only behind your own proxy)',
  ),
  roles: {
    name: 'SLIPWAY_ROLES',
    help: 'What this process runs: any of api, worker, gateway',
    shown: 'api,worker,gateway',
    parse(value: string | undefined): ServerRole[] {
      const roles = listed(value || 'api,worker,gateway');
      const unknown = roles.find((role) => !(ROLES as readonly string[]).includes(role));
      if (unknown !== undefined || roles.length === 0) {
        throw new ConfigError(`SLIPWAY_ROLES does not know "${unknown ?? value}". List any of ${ROLES.join(', ')}.`);
      }
      return [...new Set(roles)] as ServerRole[];
    },
  },
  dataDir: text('SLIPWAY_DATA_DIR', '.slipway', 'Folder of this machine for what isn’t in the database'),
  databaseUrl: postgresUrl('DATABASE_URL', 'PostgreSQL to use', 'required; npm start runs one in SLIPWAY_DATA_DIR'),
  databaseDirectUrl: postgresUrl(
    'DATABASE_DIRECT_URL',
    'The same database without a pooler, where DATABASE_URL leads to one (PgBouncer in transaction mode)',
    '<DATABASE_URL>',
  ),
  databaseConnections: number(
    'SLIPWAY_DATABASE_POOL',
    12,
    'Most database connections of this process, of all kinds',
    10,
    200,
  ),
  secret: {
    name: 'SLIPWAY_SECRET',
    help: 'Key of at least 32 characters that encrypts stored secrets',
    shown: 'generated once into SLIPWAY_DATA_DIR',
    parse(value: string | undefined): string | undefined {
      if (!value || value.length >= SHORTEST_SECRET) return value || undefined;
      throw new ConfigError(
        'SLIPWAY_SECRET must have at least 32 characters. For a new installation, "openssl rand -hex 32" prints one.',
      );
    },
  },
  dockerSocket: {
    name: 'SLIPWAY_DOCKER_SOCKET',
    help: 'Socket of the local Docker engine',
    shown: '/var/run/docker.sock',
    parse(value: string | undefined): string {
      if (!value?.includes('://')) return value || '/var/run/docker.sock';
      throw new ConfigError(`SLIPWAY_DOCKER_SOCKET must be a path like /var/run/docker.sock${not(value)}.`);
    },
  },
  adoptEngine: optional(
    'SLIPWAY_ADOPT_ENGINE',
    'Docker id of an engine that replaces the recorded one; containers that only the old one has are lost',
  ),
  sharedMemoryMb: number(
    'SLIPWAY_SHARED_MEMORY_MB',
    0,
    'Memory that shared workspaces may reserve on this machine; 0 means 80 % of it',
    0,
    100_000_000,
  ),
  organizationMemoryMb: cap(
    'SLIPWAY_ORGANIZATION_MEMORY_MB',
    'Memory that running shared workspaces of one organization may reserve; 0 means no limit',
    SHARED_LIMITS.memoryGb * 1024,
  ),
  organizationCores: cap(
    'SLIPWAY_ORGANIZATION_CORES',
    'CPU cores that running shared workspaces of one organization may reserve; 0 means no limit',
    SHARED_LIMITS.cpuCores,
  ),
  spares: number(
    'SLIPWAY_SPARES',
    0,
    'Workspaces kept ready, frozen, for each organization, of what it launches most, where memory allows; 0 means none',
    0,
    20,
  ),
  hostProvider: choice(
    'SLIPWAY_HOST_PROVIDER',
    ['docker', 'ssh'],
    'docker',
    'Where hosts come from: docker (nested engines on this machine) or ssh (your machines)',
  ),
  hostInventory: optional(
    'SLIPWAY_HOST_INVENTORY',
    'YAML file of your machines: those that hosts may claim, and the nodes of the pool',
  ),
  poolRecover: flag(
    'SLIPWAY_POOL_RECOVER',
    false,
    'Start what ran on a machine of the pool that doesn’t answer elsewhere by itself, from its last copy',
  ),
  poolEncrypt: flag(
    'SLIPWAY_POOL_ENCRYPT',
    false,
    'Encrypt what the workspaces of an organization send one another between machines of the pool (IPsec); for networks made from then on',
  ),
  copyMinutes: number(
    'SLIPWAY_POOL_COPY_MINUTES',
    0,
    'How often what is worked in on a machine of the pool is copied to the registry; each halts while it is copied. 0: only at stops',
    0,
    1440,
  ),
  buildMinutes: number('SLIPWAY_BUILD_MINUTES', 30, 'Minutes that the build of a project’s own image may take', 1, 240),
  hostMemoryMb: number(
    'SLIPWAY_HOST_MEMORY_MB',
    0,
    'Memory that hosts of the docker provider may reserve on this machine; 0 shares the memory of shared workspaces',
    0,
    100_000_000,
  ),
  registry: {
    name: 'SLIPWAY_REGISTRY',
    help: 'Container registry for images and snapshots, like registry.example.com/slipway',
    shown: 'one in a container of this machine',
    parse(value: string | undefined): string | undefined {
      if (!value) return undefined;
      const [host = ''] = value.split('/');
      // Engines read a first part without a dot or port as a folder on Docker Hub, where this API can't delete.
      const isHost =
        /^(localhost|[a-z0-9-]+(\.[a-z0-9-]+)+|[a-z0-9.-]+(?=:))(:\d{1,5})?$/.test(host) && host !== 'docker.io';
      if (isHost && /^[^/]+(\/[a-z0-9]+([._-][a-z0-9]+)*)*$/.test(value)) return value;
      throw new ConfigError(
        `SLIPWAY_REGISTRY must be a name like registry.example.com/slipway, not "${value}"; Docker Hub isn’t supported.`,
      );
    },
  },
  registryUser: optional('SLIPWAY_REGISTRY_USER', 'User of that registry; needs to read, write and delete'),
  registryPassword: optional('SLIPWAY_REGISTRY_PASSWORD', 'Password or token of that user'),
  localImages: {
    name: 'SLIPWAY_LOCAL_IMAGES',
    help: 'Images that exist only on the engines and that devcontainer.json may name, like team/*,base:1; * is any text',
    shown: 'none',
    parse: (value: string | undefined): string[] =>
      (value ?? '')
        .split(',')
        .map((pattern) => pattern.trim())
        .filter(Boolean),
  },
  egressAllow: {
    name: 'SLIPWAY_EGRESS_ALLOW',
    help: 'Private or special ranges open to and from workspaces, like 10.1.0.0/16,fd00:1::/64',
    shown: 'none',
    parse: (value: string | undefined): string[] =>
      (value ?? '')
        .split(',')
        .map((range) => range.trim())
        .filter(Boolean)
        .map((range) => {
          const parsed = parseRange(range);
          if (!parsed) throw new ConfigError(`SLIPWAY_EGRESS_ALLOW must list ranges like 10.1.0.0/16, not "${range}".`);
          return parsed;
        }),
  },
  gitAllowPrivateHosts: flag(
    'GIT_ALLOW_PRIVATE_HOSTS',
    false,
    'Accept all private addresses in git_url; workspaces still reach only those in SLIPWAY_EGRESS_ALLOW',
  ),
  stripeKey: issuedKey(
    'SLIPWAY_STRIPE_KEY',
    ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_'],
    'Stripe secret key',
    'required; npm start runs an emulator of Stripe',
  ),
  stripePublishableKey: issuedKey(
    'SLIPWAY_STRIPE_PUBLISHABLE_KEY',
    ['pk_'],
    'Stripe publishable key; turns on Stripe Elements',
  ),
  stripeWebhookSecret: issuedKey(
    'SLIPWAY_STRIPE_WEBHOOK_SECRET',
    ['whsec_'],
    'Signing secret of the Stripe webhook',
    'the emulator’s',
  ),
  stripeApiBase: origin('SLIPWAY_STRIPE_API_BASE', 'Another address for the Stripe API'),
  stripeEmulatorPort: port('SLIPWAY_STRIPE_EMULATOR_PORT', 4480, 'Port of the local Stripe emulator'),
  sellerName: text('SLIPWAY_SELLER_NAME', 'Slipway', 'Seller at the top of invoices'),
  sellerAddress: optional('SLIPWAY_SELLER_ADDRESS', 'Seller’s address on invoices, lines separated by commas'),
  sellerTaxId: optional('SLIPWAY_SELLER_TAX_ID', 'Seller’s tax number on invoices'),
  smtpUrl: smtpUrl(
    'SMTP_URL',
    'Mail server, like smtp://user:password@host:587',
    'mails are kept; --outbox <folder> writes them',
  ),
  mailFrom: mailboxOr('SLIPWAY_MAIL_FROM', 'Slipway <no-reply@localhost>', 'Sender of mails'),
  warmSleep: flag(
    'SLIPWAY_WARM_SLEEP',
    true,
    'Freeze idle workspaces with their programs; where it is off, they are stopped',
  ),
  warmSleepHours: number(
    'SLIPWAY_WARM_SLEEP_HOURS',
    72,
    'Hours after which a frozen workspace is stopped for good',
    1,
    8_760,
  ),
  idleMails: flag('SLIPWAY_IDLE_MAILS', false, 'Mail people 5 minutes before their workspace is paused'),
  desktopDownloads: optional(
    'SLIPWAY_DESKTOP_DOWNLOADS',
    'Folder with packages of the desktop app, or the https address of a page that has them',
  ),
  supportUrl: endpoint(
    'SUPPORT_URL',
    'External help desk that receives the support form as multipart/form-data',
    'the form is mailed',
  ),
  supportEmail: mailbox('SUPPORT_EMAIL', 'Address that receives the support form by mail', 'the sender of mails'),
  adminEmails: mailAddresses(
    'SLIPWAY_ADMIN_EMAILS',
    'Addresses of administrators, who may act as other users once they confirm the address and prove their password',
  ),
  signUp: signUpSetting,
  githubClientId: optional('SLIPWAY_GITHUB_CLIENT_ID', 'Turns on sign-in with GitHub, together with the secret'),
  githubClientSecret: optional('SLIPWAY_GITHUB_CLIENT_SECRET', 'Secret of the GitHub OAuth app'),
  githubAuthorizeUrl: urlOr(
    'SLIPWAY_GITHUB_AUTHORIZE_URL',
    'https://github.com/login/oauth/authorize',
    'GitHub’s authorization page',
  ),
  githubTokenUrl: urlOr(
    'SLIPWAY_GITHUB_TOKEN_URL',
    'https://github.com/login/oauth/access_token',
    'GitHub’s token endpoint',
  ),
  githubUserUrl: urlOr(
    'SLIPWAY_GITHUB_USER_URL',
    'https://api.github.com/user',
    'GitHub’s user endpoint; email addresses are read from /emails below it',
  ),
  googleClientId: optional('SLIPWAY_GOOGLE_CLIENT_ID', 'Turns on sign-in with Google, together with the secret'),
  googleClientSecret: optional('SLIPWAY_GOOGLE_CLIENT_SECRET', 'Secret of the Google OAuth client'),
  googleIssuer: urlOr('SLIPWAY_GOOGLE_ISSUER', 'https://accounts.google.com', 'Issuer of Google’s id tokens'),
  googleAuthorizeUrl: urlOr(
    'SLIPWAY_GOOGLE_AUTHORIZE_URL',
    'https://accounts.google.com/o/oauth2/v2/auth',
    'Google’s authorization page',
  ),
  googleTokenUrl: urlOr('SLIPWAY_GOOGLE_TOKEN_URL', 'https://oauth2.googleapis.com/token', 'Google’s token endpoint'),
  googleUserUrl: urlOr(
    'SLIPWAY_GOOGLE_USER_URL',
    'https://openidconnect.googleapis.com/v1/userinfo',
    'Google’s user info endpoint',
  ),
  googleKeysUrl: urlOr(
    'SLIPWAY_GOOGLE_KEYS_URL',
    'https://www.googleapis.com/oauth2/v3/certs',
    'Keys that verify Google’s id tokens (JWKS)',
  ),
  backupPassphrase: optional('SLIPWAY_BACKUP_PASSPHRASE', 'Passphrase of backups', 'asked for'),
  logLevel: choice('SLIPWAY_LOG_LEVEL', LOG_LEVELS, 'info', 'debug, info, warn or error'),
  development: flag('SLIPWAY_DEVELOPMENT', false, 'Development helpers: /dev/outbox, validated responses'),
} as const;

/** The settings as they are given, each by itself. */
type Raw = { [K in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[K]['parse']> };
export type Config = Omit<
  Raw,
  'publicUrl' | 'metricsPort' | 'workspaceDomain' | 'sshHost' | 'sshPublicPort' | 'sshListenHost' | 'workspaceUrlPort'
> & {
  publicUrl: string;
  workspaceDomain: string;
  /** `:4401`, or empty on the scheme's default port. */
  workspaceUrlSuffix: string;
  https: boolean;
  metricsPort: number;
  sshHost: string;
  sshListenHost: string;
  sshPublicPort: number;
};

/** Reads the settings. @throws ConfigError that names every one that can't work */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const raw = readEach(environment);
  const publicUrl = raw.publicUrl ?? `http://localhost:${raw.port}`;
  const https = publicUrl.startsWith('https:');
  const shownPort = raw.workspaceUrlPort ?? (https ? '' : raw.gatewayPort);
  return {
    ...raw,
    dataDir: path.resolve(raw.dataDir),
    publicUrl,
    https,
    metricsPort: raw.metricsPort ?? defaultMetricsPort(raw.roles),
    workspaceDomain: raw.workspaceDomain ?? 'workspaces.localhost',
    workspaceUrlSuffix: shownPort ? `:${shownPort}` : '',
    sshListenHost: raw.sshListenHost ?? raw.host,
    sshHost: raw.sshHost ?? new URL(publicUrl).hostname,
    sshPublicPort: raw.sshPublicPort ?? raw.sshPort,
  };
}

function readEach(environment: Record<string, string | undefined>): Raw {
  const raw: Record<string, unknown> = {};
  const problems: string[] = [];
  for (const [key, setting] of Object.entries(SETTINGS)) {
    try {
      raw[key] = setting.parse(givenSetting(environment, setting.name));
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      problems.push(...error.problems);
    }
  }
  problems.push(...contradictions(raw as Partial<Raw>));
  if (problems.length > 0) throw new ConfigError(...problems);
  return raw as Raw;
}

/** The settings as lines of text, for `--help`. */
export function describeSettings(): string {
  return Object.values(SETTINGS)
    .map((setting) => `  ${setting.name.padEnd(32)} ${setting.help}\n${' '.repeat(35)}default: ${setting.shown}`)
    .join('\n');
}

export function generateSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** @throws Error before the installation is prepared */
export function databaseUrl(config: Config): string {
  if (!config.databaseUrl) throw new Error('DATABASE_URL is not set');
  return config.databaseUrl;
}

/** For what a pooler can't do: LISTEN, locks that outlast transactions, jobs, and migrations. */
export function directDatabaseUrl(config: Config): string {
  return config.databaseDirectUrl ?? databaseUrl(config);
}
