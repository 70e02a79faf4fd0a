/** What is mutated together, and the tests that should notice. Paths are globs from the repository's root. */
export interface Slice {
  mutate: string[];
  tests: string[];
  /** Its tests need no database, so they are quick enough to run for mutants in module-level code too. */
  pure?: true;
}

/** Places where a small mistake lets somebody in, charges somebody, or loses something. */
export const SLICES: Record<string, Slice> = {
  rules: {
    mutate: ['shared/features/{activity,auth,billing,hosts,snapshots,workspaces}/model.ts'],
    tests: ['tests/unit/rules/*.test.ts'],
    pure: true,
  },
  billing: {
    mutate: ['server/features/billing/{charge-preview,difference,monthly-amount,price-validity}.ts'],
    tests: ['tests/unit/billing-tables.test.ts'],
    pure: true,
  },
  'billing-database': {
    mutate: ['server/features/billing/{lease,retention,spending-cap}.ts'],
    tests: ['tests/api/billing-guards.test.ts'],
  },
  access: {
    mutate: [
      'server/features/*/access.ts',
      '!server/features/support/access.ts',
      'server/features/instances/read.ts',
      'server/features/people/require-manager.ts',
    ],
    tests: ['tests/api/access/*.test.ts', 'tests/api/secrets.test.ts'],
  },
  status: {
    mutate: ['server/features/{instances,hosts}/change-status.ts', 'server/features/{workspaces,services}/kind.ts'],
    tests: ['tests/api/status/*.test.ts'],
  },
  gateway: {
    mutate: [
      'server/gateway/http/{cookies,headers,host,names,share,site,visit}.ts',
      'server/gateway/ssh/{client-address,failed-logins,handshake-pace,handshake-pool}.ts',
    ],
    tests: ['tests/unit/gateway/*.test.ts'],
    pure: true,
  },
  'gateway-database': {
    mutate: ['server/gateway/http/{access,tickets}.ts'],
    tests: ['tests/api/gateway-guards.test.ts'],
  },
};
