/** What people call a repository: `organization/project`, without host and ending. */
export function repositoryName(url: string): string {
  const path = /^(?:[a-z]+:\/\/[^/]+\/|[^/:]+:)(.+)$/i.exec(url)?.[1] ?? url;
  return path.replace(/\/+$/, '').replace(/\.git$/, '');
}
