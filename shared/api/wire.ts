export const SESSION_HEADER = 'X-Session-Key';
export const SESSION_COOKIE = 'slipway_session';
export const API_BASE = '/api';
