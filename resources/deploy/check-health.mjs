// Exits with 0 if the process in this container is ready, and with 1 if not. Looks where the settings say it listens.
const { SLIPWAY_ROLES, SLIPWAY_HOST, SLIPWAY_PORT, SLIPWAY_METRICS_PORT } = process.env;
const servesApi = !SLIPWAY_ROLES?.trim() || SLIPWAY_ROLES.split(',').some((role) => role.trim() === 'api');
const host = ['', '0.0.0.0', '::'].includes(SLIPWAY_HOST ?? '') ? '127.0.0.1' : SLIPWAY_HOST;
const address = servesApi
  ? `http://${host.includes(':') ? `[${host}]` : host}:${SLIPWAY_PORT || 4400}/readyz`
  : `http://127.0.0.1:${SLIPWAY_METRICS_PORT || (SLIPWAY_ROLES.includes('gateway') ? 4491 : 4492)}/readyz`;
const answer = await fetch(address, { signal: AbortSignal.timeout(5000) }).catch(() => null);
process.exitCode = answer?.ok ? 0 : 1;
