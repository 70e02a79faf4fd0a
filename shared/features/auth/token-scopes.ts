/** What an API token may do. Each stands for itself, so one that changes something doesn't include reading. */
export const TOKEN_SCOPES = [
  /** See workspaces, services, snapshots and hosts. */
  'read',
  /** Start, stop and work in them. */
  'use',
  /** Create, change, snapshot and delete them. */
  'manage',
  /** Members, groups and invitations. */
  'people',
  /** Bills, and hosts, which cost money. */
  'money',
  /** All of the above, and what no scope includes; never what is for the person alone. */
  'everything',
  /** The machines that workspaces of all organizations run on: for internal administrators. */
  'machines',
] as const;
export type TokenScope = (typeof TOKEN_SCOPES)[number];

/** Which workspaces an API token reaches; those it made are always among them. */
export const TOKEN_REACHES = ['all', 'some', 'own'] as const;
export type TokenReach = (typeof TOKEN_REACHES)[number];
