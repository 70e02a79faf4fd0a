import { isIP } from 'node:net';
import { newToken } from '../platform/ids.ts';

/** Addresses of a host name. Rejects if it has none. */
export type Lookup = (name: string) => Promise<string[]>;

const isLocal = (name: string) => name === 'localhost' || name.endsWith('.localhost');

/** Does the name of the UI lead anywhere? @throws Error */
export async function checkUiName(publicUrl: string, lookup: Lookup): Promise<string> {
  const { hostname } = new URL(publicUrl);
  const name = hostname.replace(/^\[|\]$/g, '');
  if (isLocal(name)) return `${publicUrl}, from this machine only`;
  if (isIP(name)) return publicUrl;
  const addresses = await resolve(name, lookup, `Add an A or AAAA record for ${name} that leads to this machine.`);
  return `${publicUrl} at ${addresses.join(', ')}`;
}

/** Do names of workspaces lead anywhere? Tried with one that nobody has. @throws Error */
export async function checkWorkspaceNames(
  { publicUrl, workspaceDomain }: { publicUrl: string; workspaceDomain: string },
  lookup: Lookup,
): Promise<string> {
  if (isLocal(workspaceDomain)) {
    if (isLocal(new URL(publicUrl).hostname)) return `*.${workspaceDomain}, from this machine only`;
    throw new Error(
      `People elsewhere can’t open *.${workspaceDomain}. Set WORKSPACE_DOMAIN to a domain of yours, like workspaces.example.net.`,
    );
  }
  const name = `check-${newToken()
    .slice(0, 8)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '0')}.${workspaceDomain}`;
  const todo = `Add an A or AAAA record for *.${workspaceDomain} that leads to this machine.`;
  const addresses = await resolve(name, lookup, todo);
  return `*.${workspaceDomain} at ${addresses.join(', ')}`;
}

async function resolve(name: string, lookup: Lookup, todo: string): Promise<string[]> {
  try {
    return await lookup(name);
  } catch (cause) {
    throw new Error(`The name ${name} has no address. ${todo}`, { cause });
  }
}
