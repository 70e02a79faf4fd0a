export { httpPort, requireManage, type ServiceRecord } from './access.ts';
export { addService } from './add-service.ts';
export { handOverServices } from './hand-over-services.ts';
export { serviceKind } from './kind.ts';
