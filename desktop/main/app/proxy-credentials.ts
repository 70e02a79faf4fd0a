interface Credentials {
  username: string;
  password: string;
}

const VARIABLES = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'all_proxy'];

/** What the environment's proxy settings (`http://user:password@proxy:3128`) say for this proxy; null if nothing. */
export function proxyCredentials(
  environment: NodeJS.ProcessEnv,
  { host, port }: { host: string; port: number },
): Credentials | null {
  for (const name of VARIABLES) {
    const url = URL.parse(environment[name] ?? '');
    if (!url?.username || url.hostname !== host || Number(url.port || defaultPort(url.protocol)) !== port) continue;
    try {
      return { username: decodeURIComponent(url.username), password: decodeURIComponent(url.password) };
    } catch {
      // A % that begins no escape.
      return { username: url.username, password: url.password };
    }
  }
  return null;
}

const defaultPort = (protocol: string) => (protocol === 'https:' ? 443 : 80);
