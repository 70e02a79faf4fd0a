export { type Held, heldOn } from './held-on.ts';
export { holdMachine, letMachineGo } from './hold-machine.ts';
export { capacityOf, findRoom, NoCapacity, type Place, reserveCapacity } from './reserve.ts';
export { readSupply, reserveMachine, type Supply } from './reserve-machine.ts';
export { HostFull, reserveOnHost } from './reserve-on-host.ts';
