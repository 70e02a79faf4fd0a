/**
 * The login page's calls without their schemas: it loads these instead of the contract, so that nobody waits for zod
 * before logging in.
 */
export const addresses = {
  login: { method: 'post', path: '/users/login' },
  loginWithCode: { method: 'post', path: '/users/login/code' },
  currentUser: { method: 'get', path: '/users/current' },
  listProviders: { method: 'get', path: '/users/providers' },
  getStateToken: { method: 'get', path: '/users/get-state-token' },
  federatedLogin: { method: 'post', path: '/users/federated-login' },
} as const;
