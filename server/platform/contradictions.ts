import { accessSync, constants } from 'node:fs';
import { defaultMetricsPort, type ServerRole, takesPayments } from './roles.ts';

type Text = 'registryUser' | 'registryPassword' | `${'github' | 'google'}Client${'Id' | 'Secret'}`;
type Key = 'stripeKey' | 'stripePublishableKey' | 'stripeWebhookSecret';
type Place = 'publicUrl' | 'workspaceDomain' | 'hostInventory';
type Port = 'port' | 'gatewayPort' | 'sshPort' | 'metricsPort' | 'stripeEmulatorPort';

/** Settings by their name in the configuration. */
type Given = { [name in Text | Key | Place]?: string | undefined } & { [name in Port]?: number | undefined } & {
  hostProvider?: string;
  roles?: ServerRole[];
  tcpPorts?: { first: number; last: number };
};

/** What can't work together in settings that are right one by one. A wrong one is missing here, and judged elsewhere. */
export function contradictions(given: Given): string[] {
  return [...halves(given), ...inventory(given), ...stripeKeys(given), ...domains(given), ...ports(given)];
}

const PAIRS = [
  ['registryUser', 'registryPassword', 'SLIPWAY_REGISTRY_USER and SLIPWAY_REGISTRY_PASSWORD'],
  ['githubClientId', 'githubClientSecret', 'SLIPWAY_GITHUB_CLIENT_ID and SLIPWAY_GITHUB_CLIENT_SECRET'],
  ['googleClientId', 'googleClientSecret', 'SLIPWAY_GOOGLE_CLIENT_ID and SLIPWAY_GOOGLE_CLIENT_SECRET'],
] as const;

function halves(given: Given): string[] {
  return PAIRS.filter(([one, other]) => !given[one] !== !given[other]).map(
    ([, , names]) => `${names} go together: set both or neither.`,
  );
}

function inventory({ hostProvider, hostInventory }: Given): string[] {
  if (hostProvider !== 'ssh') return [];
  if (!hostInventory) {
    return [
      'SLIPWAY_HOST_PROVIDER=ssh needs a list of machines: set SLIPWAY_HOST_INVENTORY, like /etc/slipway/hosts.yaml.',
    ];
  }
  try {
    accessSync(hostInventory, constants.R_OK);
    return [];
  } catch {
    return [`SLIPWAY_HOST_INVENTORY names ${JSON.stringify(hostInventory)}, which isn’t a file this account can read.`];
  }
}

function stripeKeys({ stripeKey, stripePublishableKey, stripeWebhookSecret, roles = [] }: Given): string[] {
  if (stripeKey && !stripeWebhookSecret && takesPayments(roles)) {
    return [
      'SLIPWAY_STRIPE_KEY needs SLIPWAY_STRIPE_WEBHOOK_SECRET: add the webhook endpoint in Stripe and set its signing secret, like whsec_….',
    ];
  }
  const modes = [stripeKey, stripePublishableKey].map((key) => /_(live|test)_/.exec(key ?? '')?.[1]);
  if (!modes[0] || !modes[1] || modes[0] === modes[1]) return [];
  return [
    'SLIPWAY_STRIPE_KEY and SLIPWAY_STRIPE_PUBLISHABLE_KEY must both be live keys, like sk_live_… and pk_live_…, or both test keys.',
  ];
}

/** Workspaces below the UI's host could set cookies for it, and the UI below theirs would be taken for one of them. */
function domains({ publicUrl, workspaceDomain }: Given): string[] {
  if (!workspaceDomain) return [];
  const ui = new URL(publicUrl ?? 'http://localhost').hostname;
  const local = ui === 'localhost' && workspaceDomain !== ui;
  const apart = !below(workspaceDomain, ui) && !below(ui, workspaceDomain);
  if (local || apart) return [];
  return [
    `WORKSPACE_DOMAIN (${workspaceDomain}) must not be the host of SLIPWAY_PUBLIC_URL (${ui}), nor one above or below it; use another domain, like workspaces.example.net.`,
  ];
}

const below = (name: string, above: string) => name === above || name.endsWith(`.${above}`);

/** What one process listens on must differ; what other roles listen on is another process's matter. */
function ports(given: Given): string[] {
  const { roles = [], tcpPorts } = given;
  const known = [
    { name: 'SLIPWAY_PORT', port: given.port, opened: roles.includes('api') },
    {
      name: 'SLIPWAY_STRIPE_EMULATOR_PORT',
      port: given.stripeEmulatorPort,
      opened: roles.includes('api') && !given.stripeKey,
    },
    { name: 'SLIPWAY_GATEWAY_PORT', port: given.gatewayPort, opened: roles.includes('gateway') },
    { name: 'SLIPWAY_SSH_PORT', port: given.sshPort, opened: roles.includes('gateway') },
    { name: 'SLIPWAY_METRICS_PORT', port: given.metricsPort ?? defaultMetricsPort(roles), opened: true },
  ].filter(({ port, opened }) => port && opened);
  return known.flatMap(({ name, port = 0 }, index) => {
    const same = known.slice(0, index).find((other) => other.port === port);
    if (same) return [`${same.name} and ${name} are both ${port}. Give each a port of its own, like ${port + 1}.`];
    const within = roles.includes('gateway') && tcpPorts && port >= tcpPorts.first && port <= tcpPorts.last;
    return within ? [`${name} is ${port}, inside SLIPWAY_TCP_PORTS. Choose a port outside of that range.`] : [];
  });
}
