import type { Address } from '#shared/api/route.ts';
import { addresses } from '#shared/features/auth/addresses.ts';
import type * as contract from '#shared/features/auth/contract.ts';
import type * as federated from '#shared/features/auth/federated.ts';

/** The routes the login page calls: the contract's types without its code. */
export const login: Address<typeof contract.login> = addresses.login;
export const loginWithCode: Address<typeof contract.loginWithCode> = addresses.loginWithCode;
export const currentUser: Address<typeof contract.currentUser> = addresses.currentUser;
export const listProviders: Address<typeof federated.listProviders> = addresses.listProviders;
export const getStateToken: Address<typeof federated.getStateToken> = addresses.getStateToken;
export const federatedLogin: Address<typeof federated.federatedLogin> = addresses.federatedLogin;
