export { findHost, type HostChoice, type HostRecord, heldOn, hostChoices } from './find-host.ts';
export { HostFull, type Need, reserveOnHost } from './reserve-on-host.ts';
export { hostPriceKey, optionName, serverOptions } from './server-options.ts';
