export { findHost, type HostChoice, type HostRecord, heldOn, hostChoices } from './find-host.ts';
export { HostFull, type Need, reserveOnHost } from './reserve-on-host.ts';
