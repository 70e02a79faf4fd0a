export { requireManager } from './access.ts';
export { announceOrganization } from './announce-organization.ts';
export { applyPendingCredits } from './apply-credits.ts';
export { foundingCoupon } from './founding-coupon.ts';
export { INDUSTRIES } from './industries.ts';
export { isKnown, knownName, knownPicture } from './known-people.ts';
export { addressLine } from './presenter.ts';
export { rewardSharer, rewardSharers } from './reward-sharer.ts';
export { seatsTaken } from './seats.ts';
