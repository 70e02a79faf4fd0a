export { requireManager } from './access.ts';
export { addressLine } from './address-line.ts';
export { announceOrganization } from './announce-organization.ts';
export { findOwnOrganization, type OrganizationRow } from './find-organization.ts';
export { INDUSTRIES } from './industries.ts';
export { ownerOf } from './owner-of.ts';
export { seatsTaken } from './seats.ts';
export { advanceSetup } from './setup-step.ts';
export { type ShareRow, shareOf } from './share-of.ts';
