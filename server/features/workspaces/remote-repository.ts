import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { REF_KINDS } from '#shared/features/workspaces/repository.ts';
import { refName } from '#shared/features/workspaces/repository-address.ts';
import { Unavailable, ValidationError } from '../../platform/errors.ts';
import { say } from '../../platform/say.ts';
import { hostOf, whyNotCloned } from './clone-error.ts';
import { splitCredentials } from './clone-repository.ts';
import { type GitAnswer, type GitPlace, runFencedGit } from './fenced-git.ts';

const TIMEOUT_MS = 20_000;
const MAX_LISTING_BYTES = 4 * 1024 * 1024;
/** How the shell ends if there is no git. */
const NOT_FOUND = 127;
/** Git knows nothing of that name at the remote, or won't hand it out. */
const NO_SUCH_REF = /couldn't find remote ref|not our ref|unadvertised object|no such remote ref/i;
/** Some providers redirect from the address without `.git`, which they show, to the one with it. */
const MOVED = /returned error: 30[12378]/;
/** The limits of `fenced-git.ts`: what writes the pack ends without a word. A connection that broke says so. */
const OVER_LIMIT = /out of memory|file size limit|died of signal|file too large|invalid index-pack output/i;
const BROKEN_OFF = /early EOF|disconnect|hung up/i;

export interface RemoteAddress {
  url: string;
  /** `user:password`, percent-encoded. */
  credentials: string | null;
  /** What to look at; null for the default branch. */
  ref: string | null;
  /** A private key in OpenSSH's form, for ssh addresses. */
  deployKey: string | null;
  /** The addresses of its host that were found to be allowed; no others are used. */
  addresses: string[];
}

export interface RemoteRef {
  kind: (typeof REF_KINDS)[number];
  name: string;
  commit: string;
}

export interface RemoteRepository {
  ref: RemoteRef;
  defaultBranch: string | null;
  /** Paths of the files in its root and below .devcontainer; symbolic links aren't among them. */
  files: string[];
  /** The beginning of each of these files. */
  read(paths: string[], maxBytes: number): Promise<Map<string, string>>;
  /** Writes the whole commit into a tar, without git's own folder and without submodules. */
  archive(file: string): Promise<void>;
}

/**
 * Fetches one commit of a repository without its files' contents, on this machine, and hands it to `use`. No redirect is
 * followed and no name is resolved again, so the addresses that were checked are those that are asked.
 * @throws ValidationError on `git_url` with the reason, Unavailable if there is no git
 */
export async function withRemoteRepository<T>(
  remote: RemoteAddress,
  use: (repository: RemoteRepository) => Promise<T>,
  { timeoutMs = TIMEOUT_MS }: { timeoutMs?: number } = {},
): Promise<T> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'slipway-look-'));
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    if (remote.deployKey) await writeFile(path.join(folder, 'key'), remote.deployKey, { mode: 0o600 });
    const place = { folder, signal, settings: settingsFor(remote), sshCommand: sshCommand(remote, folder) };
    return await use(await open(place, remote));
  } catch (error) {
    if (signal.aborted) throw refuse(say('workspaces.lookTimedOut', { seconds: timeoutMs / 1000 }));
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function settingsFor({ url, credentials, addresses }: RemoteAddress): Record<string, string> {
  const { host, port, secure } = hostOf(url);
  const [user = '', password = ''] = splitCredentials(credentials);
  const login = Buffer.from(`${user}:${password}`).toString('base64');
  return {
    'remote.origin.url': url,
    'http.followRedirects': 'false',
    'http.proxy': '',
    'http.lowSpeedLimit': '1',
    'http.lowSpeedTime': '10',
    ...(secure &&
      !isIP(host.replace(/^\[|\]$/g, '')) && {
        'http.curloptResolve': `${host}:${port || '443'}:${addresses.map(bracketed).join(',')}`,
      }),
    ...(credentials && { [`http.${new URL(url).origin}/.extraHeader`]: `Authorization: Basic ${login}` }),
    'credential.helper': '',
    'core.hooksPath': '/dev/null',
    // Everything goes into one file, whose size is limited.
    'transfer.unpackLimit': '1',
    'pack.threads': '1',
    'fetch.negotiationAlgorithm': 'noop',
    'fetch.recurseSubmodules': 'false',
    'gc.auto': '0',
    'maintenance.auto': 'false',
  };
}

const bracketed = (address: string) => (address.includes(':') ? `[${address}]` : address);

function sshCommand({ url, addresses, deployKey }: RemoteAddress, folder: string): string {
  const options = [
    ...['BatchMode=yes', 'ConnectTimeout=10', 'StrictHostKeyChecking=accept-new', 'GlobalKnownHostsFile=/dev/null'],
    ...['IdentityAgent=none', 'IdentitiesOnly=yes', 'ClearAllForwardings=yes', 'PermitLocalCommand=no'],
    `UserKnownHostsFile=${folder}/known_hosts`,
    `IdentityFile=${deployKey ? `${folder}/key` : 'none'}`,
    `HostName=${addresses[0]}`,
    `HostKeyAlias=${hostOf(url).host.replace(/^\[|\]$/g, '')}`,
  ];
  return ['ssh', '-F', 'none', ...options.flatMap((option) => ['-o', `'${option}'`])].join(' ');
}

async function open(place: GitPlace, remote: RemoteAddress): Promise<RemoteRepository> {
  const run = async (args: string[], input?: string) =>
    runFencedGit(place, { args, maxBytes: MAX_LISTING_BYTES, ...(input !== undefined && { input }) });
  const must = (answer: GitAnswer) => {
    if (answer.exitCode !== 0) throw explain(remote, answer);
    return answer.stdout.toString();
  };
  must(await run(['init', '--quiet', '--bare', '.']));
  const list = () => run(['ls-remote', '--symref', 'origin', 'HEAD', ...namesFor(remote.ref)]);
  let listed = await list();
  if (MOVED.test(listed.stderr) && !remote.url.endsWith('.git')) {
    place.settings['remote.origin.url'] = `${remote.url.replace(/\/+$/, '')}.git`;
    listed = await list();
  }
  const refs = readRefs(must(listed));
  const target = choose(refs, remote.ref);
  const fetch = ['fetch', '--quiet', '--no-tags', '--filter=blob:none'];
  must(await run([...fetch, '--depth=1', 'origin', target.wanted]));
  const commit = must(await run(['rev-parse', '--verify', '--quiet', 'FETCH_HEAD^{commit}'])).trim();
  const blobs = await listFiles(
    async (tree, recursive) => must(await run(['ls-tree', '-z', ...(recursive ? ['-r'] : []), tree])),
    commit,
  );
  return {
    ref: { kind: target.kind, name: target.name, commit },
    defaultBranch: refs.defaultBranch,
    files: [...blobs.keys()],
    read: async (paths, maxBytes) => {
      const wanted = paths.flatMap((each): [string, string][] => {
        const blob = blobs.get(each);
        return blob ? [[each, blob]] : [];
      });
      const found = new Map<string, string>();
      if (wanted.length === 0) return found;
      const ids = [...new Set(wanted.map(([, blob]) => blob))];
      must(await run([...fetch, '--no-write-fetch-head', '--stdin', 'origin'], `${ids.join('\n')}\n`));
      for (const [each, blob] of wanted) {
        const { exitCode, cut, stdout } = await runFencedGit(place, { args: ['cat-file', 'blob', blob], maxBytes });
        if (exitCode === 0 || cut) found.set(each, stdout.toString());
      }
      return found;
    },
    archive: async (file) => {
      // A project may leave files out of its archives, or change them there. A workspace has them as they are.
      await mkdir(path.join(place.folder, 'info'), { recursive: true });
      await writeFile(path.join(place.folder, 'info/attributes'), '* -export-ignore -export-subst\n');
      const listed = must(await run(['ls-tree', '-r', '--format=%(objecttype) %(objectname)', commit]));
      const ids = [...new Set(listed.split('\n').flatMap((line) => /^blob (\w+)$/.exec(line)?.[1] ?? []))];
      if (ids.length > 0)
        must(await run([...fetch, '--no-write-fetch-head', '--stdin', 'origin'], `${ids.join('\n')}\n`));
      must(await run(['archive', '--format=tar', '-o', file, commit]));
    },
  };
}

interface Refs {
  /** Full name → what it points to. */
  all: Map<string, string>;
  defaultBranch: string | null;
}

function readRefs(listing: string): Refs {
  const refs: Refs = { all: new Map(), defaultBranch: null };
  for (const line of listing.split('\n')) {
    const [value = '', name = ''] = line.split('\t');
    if (!name) continue;
    const [, symbolic] = /^ref: refs\/heads\/(.+)$/.exec(value) ?? [];
    if (symbolic && name === 'HEAD') refs.defaultBranch = symbolic;
    else if (/^[0-9a-f]+$/.test(value)) refs.all.set(name, value);
  }
  return refs;
}

/** `a/b/c`, `a/b`, `a`: a path of a file may stand behind the name. */
function candidates(ref: string): string[] {
  const parts = ref.split('/');
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'));
}

function namesFor(ref: string | null): string[] {
  if (ref === null) return [];
  if (ref.startsWith('refs/')) return [ref];
  return candidates(ref).flatMap((name) => [`refs/heads/${name}`, `refs/tags/${name}`]);
}

interface Target extends Omit<RemoteRef, 'commit'> {
  /** What to ask the remote for. */
  wanted: string;
}

/** As the clone chooses, see `clone-repository.ts`. @throws ValidationError */
function choose({ all, defaultBranch }: Refs, ref: string | null): Target {
  if (ref === null) {
    if (!all.has('HEAD')) throw refuse(say('workspaces.lookEmpty'));
    return {
      kind: defaultBranch ? 'branch' : 'commit',
      name: defaultBranch ?? (all.get('HEAD') || ''),
      wanted: 'HEAD',
    };
  }
  if (ref.startsWith('refs/') && all.has(ref)) return { kind: 'pull', name: refName(ref), wanted: ref };
  for (const name of ref.startsWith('refs/') ? [] : candidates(ref)) {
    if (all.has(`refs/heads/${name}`)) return { kind: 'branch', name, wanted: `refs/heads/${name}` };
    if (all.has(`refs/tags/${name}`)) return { kind: 'tag', name, wanted: `refs/tags/${name}` };
    if (/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(name)) return { kind: 'commit', name, wanted: name };
    if (/^[0-9a-f]{7,64}$/.test(name)) throw refuse(say('workspaces.lookShortCommit'));
  }
  throw refuse(say('workspaces.refMissing', { ref: refName(ref) }));
}

/** Path → blob of regular files in the root and below .devcontainer. */
async function listFiles(
  listTree: (tree: string, recursive: boolean) => Promise<string>,
  commit: string,
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const read = (listing: string, below: string) => {
    const trees = new Map<string, string>();
    for (const line of listing.split('\0')) {
      const [, mode, type, id, name] = /^(\d+) (\w+) ([0-9a-f]+)\t(.+)$/s.exec(line) ?? [];
      if (!id || !name) continue;
      if (type === 'tree') trees.set(name, id);
      else if (mode === '100644' || mode === '100755') files.set(`${below}${name}`, id);
    }
    return trees;
  };
  const folder = read(await listTree(commit, false), '').get('.devcontainer');
  if (folder) read(await listTree(folder, true), '.devcontainer/');
  return files;
}

function explain({ url, credentials, ref }: RemoteAddress, { exitCode, stderr, cut }: GitAnswer): Error {
  const { host } = hostOf(url);
  if (exitCode === NOT_FOUND) return new Unavailable(say('workspaces.lookNotPossible'));
  const isOver = cut || exitCode === null || (OVER_LIMIT.test(stderr) && !BROKEN_OFF.test(stderr));
  if (isOver) return refuse(say('workspaces.lookTooLarge'));
  if (ref && NO_SUCH_REF.test(stderr)) return refuse(say('workspaces.refMissing', { ref: refName(ref) }));
  if (MOVED.test(stderr)) return refuse(say('workspaces.lookMoved', { host }));
  const why = whyNotCloned({ url, credentials, output: stderr });
  if (why === 'key-refused') return refuse(say('workspaces.lookKeyRefused', { host }));
  if (why === 'unreachable') return refuse(say('workspaces.lookHostUnreachable', { host }));
  return refuse(why ? say('workspaces.lookFailed', { reason: why.reason }) : say('workspaces.lookUnclear', { host }));
}

function refuse(reason: string): ValidationError {
  return new ValidationError({ git_url: reason });
}
