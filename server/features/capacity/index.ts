export { lockShared } from './held-here.ts';
export { type Held, heldOn } from './held-on.ts';
export { holdMachine, letMachineGo } from './hold-machine.ts';
export { NoCapacity } from './no-capacity.ts';
export { shareLeft } from './organization-share.ts';
export { findRoom, homeCapacity, type Place, reservePlace } from './reserve.ts';
export { readSupply, reserveMachine, type Supply } from './reserve-machine.ts';
export { HostFull, reserveOnHost } from './reserve-on-host.ts';
export { machinesWithRoom, mostShared } from './shared-machines.ts';
