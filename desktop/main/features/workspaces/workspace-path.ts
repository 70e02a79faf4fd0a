/** Where the UI shows one workspace. */
export const workspacePath = (id: string) => `/workspaces/edit/${encodeURIComponent(id)}`;
