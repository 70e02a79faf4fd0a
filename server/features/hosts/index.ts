export { findHost, type HostChoice, type HostRecord, hasGpu, hostChoices, hostNames } from './find-host.ts';
export { sealMachine } from './machine.ts';
