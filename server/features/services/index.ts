export { listServicesOnHost, reservedByServices, type ServiceOnHost } from './on-host.ts';
