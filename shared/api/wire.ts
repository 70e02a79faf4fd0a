export const SESSION_HEADER = 'X-Session-Key';
export const SESSION_COOKIE = 'slipway_session';
export const API_BASE = '/api';

/** A live connection is refused with this if its session isn't there or has ended. */
export const UNAUTHENTICATED = 'unauthenticated';
