/** `name:path` of a workspace, or a path of this computer. */
export type CopyEnd = { workspace: string; path: string } | { path: string };

/** As scp reads it: what comes before the first colon names the other side, unless a slash or a drive does. */
export function parseCopyEnd(text: string, platform = process.platform): CopyEnd {
  const match = /^([^/\\:]+):(.*)$/s.exec(text);
  const isDrive = platform === 'win32' && match?.[1]?.length === 1;
  return match && !isDrive ? { workspace: match[1] ?? '', path: match[2] ?? '' } : { path: text };
}

/** One word for the shell of the workspace. */
export function quoteWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** `3000` or `3000:8080`: the workspace's port, and this computer's. Null if it is neither. */
export function parseForward(text: string): { remote: number; local: number } | null {
  const match = /^(\d{1,5})(?::(\d{1,5}))?$/.exec(text);
  const remote = Number(match?.[1]);
  const local = Number(match?.[2] ?? match?.[1]);
  const isPort = (port: number) => port >= 1 && port <= 65_535;
  return match && isPort(remote) && isPort(local) ? { remote, local } : null;
}
