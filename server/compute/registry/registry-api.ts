import type { RegistryLogin } from '../engine.ts';
import { RegistryError } from './registry-error.ts';

const TIMEOUT_MS = 30_000;
const MANIFESTS = [
  'application/vnd.docker.distribution.manifest.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
].join(', ');

/** The API of a registry, for one repository. */
export interface RegistryAddress {
  /** `https://registry.example.com` */
  origin: string;
  /** `slipway/images` */
  repository: string;
  login: RegistryLogin | null;
}

/** The digest behind a tag; null if there is none. @throws RegistryError */
export async function readDigest(address: RegistryAddress, tag: string): Promise<string | null> {
  const answer = await ask(address, 'HEAD', `manifests/${encodeURIComponent(tag)}`);
  if (answer.status === 404) return null;
  const digest = answer.headers.get('docker-content-digest');
  if (!answer.ok || !digest) throw refusal(answer, `ask for ${tag}`);
  return digest;
}

/** Compressed sizes of an image's layers, by the first 12 digits of their digest; null if the image is missing. */
export async function readLayers(address: RegistryAddress, tag: string): Promise<Record<string, number> | null> {
  const answer = await ask(address, 'GET', `manifests/${encodeURIComponent(tag)}`);
  if (answer.status === 404) return null;
  if (!answer.ok) throw refusal(answer, `show ${tag}`);
  const { layers = [] } = (await answer.json()) as { layers?: Array<{ digest: string; size: number }> };
  return Object.fromEntries(layers.map(({ digest, size }) => [digest.replace('sha256:', '').slice(0, 12), size]));
}

/** Deletes a tag, and others with the same content. Succeeds if it is missing. @throws RegistryError */
export async function deleteTag(address: RegistryAddress, tag: string): Promise<void> {
  const digest = await readDigest(address, tag);
  if (!digest) return;
  const answer = await ask(address, 'DELETE', `manifests/${digest}`);
  if (!answer.ok && answer.status !== 404) throw refusal(answer, `delete ${tag}`);
}

/** All tags of the repository. @throws RegistryError */
export async function listTags(address: RegistryAddress): Promise<string[]> {
  const tags: string[] = [];
  for (let path: string | null = 'tags/list?n=1000'; path; ) {
    const answer: Response = await ask(address, 'GET', path);
    // Nothing was ever pushed.
    if (answer.status === 404) return tags;
    if (!answer.ok) throw refusal(answer, 'list the tags');
    const body = (await answer.json()) as { tags: string[] | null };
    tags.push(...(body.tags ?? []));
    const next = /<[^>]*(tags\/list\?[^>]+)>;\s*rel="?next/.exec(answer.headers.get('link') ?? '')?.[1];
    path = next && next !== path ? next : null;
  }
  return tags;
}

/** Whether it answers at all. @throws RegistryError `unreachable` */
export async function pingRegistry({ origin }: Pick<RegistryAddress, 'origin'>): Promise<void> {
  const answer = await send(`${origin}/v2/`, { method: 'GET' });
  await answer.body?.cancel();
}

interface Sent {
  headers?: Record<string, string>;
  body?: BodyInit;
  /** What an earlier call was let in with; needed where the body can't be sent twice. */
  authorization?: string | null;
  /** Until the last byte of the answer. */
  timeoutMs?: number;
}

/** One call, with the password or, if the registry asks for it, with a token bought by the password. */
export async function ask(address: RegistryAddress, method: string, path: string, sent: Sent = {}): Promise<Response> {
  return (await askWith(address, method, path, sent)).answer;
}

/** The same, and what it was let in with. */
export async function askWith(
  address: RegistryAddress,
  method: string,
  path: string,
  { headers, body, authorization: given, timeoutMs }: Sent = {},
): Promise<{ answer: Response; authorization: string | null }> {
  const { origin, repository, login } = address;
  const url = new URL(path, `${origin}/v2/${repository}/`).href;
  const call = (authorization: string | null) =>
    send(
      url,
      {
        method,
        headers: { accept: MANIFESTS, ...headers, ...(authorization && { authorization }) },
        ...(body !== undefined && { body, duplex: 'half' as const }),
      },
      timeoutMs,
    );
  const authorization = given ?? basic(login);
  const answer = await call(authorization);
  const challenge = answer.headers.get('www-authenticate') ?? '';
  if (given || answer.status !== 401 || !/^bearer /i.test(challenge)) return { answer, authorization };
  await answer.body?.cancel();
  const token = `Bearer ${await buyToken(challenge, login)}`;
  return { answer: await call(token), authorization: token };
}

/** https://distribution.github.io/distribution/spec/auth/token/ */
async function buyToken(challenge: string, login: RegistryLogin | null): Promise<string> {
  const named = Object.fromEntries([...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
  if (!named.realm)
    throw new RegistryError('other', `the registry asks for a token and does not say where: ${challenge}`);
  const url = new URL(named.realm);
  for (const name of ['service', 'scope']) if (named[name]) url.searchParams.set(name, named[name]);
  const authorization = basic(login);
  const answer = await send(url.href, { method: 'GET', headers: authorization ? { authorization } : {} });
  if (!answer.ok) throw refusal(answer, 'give a token');
  const { token, access_token: other } = (await answer.json()) as { token?: string; access_token?: string };
  return token ?? other ?? '';
}

async function send(url: string, init: RequestInit, timeoutMs = TIMEOUT_MS): Promise<Response> {
  try {
    return await fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
  } catch (cause) {
    throw new RegistryError('unreachable', `the registry at ${new URL(url).host} does not answer`, { cause });
  }
}

function basic(login: RegistryLogin | null): string | null {
  return login && `Basic ${Buffer.from(`${login.user}:${login.password}`).toString('base64')}`;
}

export function refusal({ status, url }: Response, what: string): RegistryError {
  return new RegistryError('other', `the registry at ${new URL(url).host} did not ${what}: ${status}`);
}
