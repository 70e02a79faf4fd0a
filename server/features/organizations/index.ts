export { requireManager } from './access.ts';
export { announceOrganization } from './announce-organization.ts';
export { applyPendingCredits } from './apply-credits.ts';
export { INDUSTRIES } from './industries.ts';
export { isKnown, knownName, knownPicture } from './known-people.ts';
export { addressLine } from './presenter.ts';
export { seatsTaken } from './seats.ts';
