import ssh2, { type Client, type ConnectConfig } from 'ssh2';
import type { Desktop } from '../../context.ts';
import { DesktopError } from '../../errors.ts';
import { text } from '../../text.ts';
import { passphraseSecret } from '../secret-store/index.ts';
import {
  hostMarker,
  knownHostKeys,
  knownHostsFile,
  type PreparedWorkspace,
  pinHostKeys,
  type SshTarget,
} from '../ssh-config/index.ts';
import { agentAddress, keyStore } from '../ssh-keys/index.ts';

const READY_MS = 20_000;

/**
 * An SSH connection to a workspace with its first local key; the host key is checked against the pinned ones.
 * @throws DesktopError `unavailable`
 */
export async function connect(desktop: Desktop, prepared: PreparedWorkspace): Promise<Client> {
  const { host, port, user } = prepared.target;
  const login = await loginWith(desktop, prepared);
  const known = await knownHostKeys(knownHostsFile(desktop), hostMarker(prepared.target));
  let seen: string | null = null;
  const client = new ssh2.Client();
  await new Promise<void>((resolve, reject) => {
    client.once('ready', resolve);
    client.once('error', (error) => {
      desktop.log.warn('No SSH connection', { cause: error.message });
      reject(new DesktopError('unavailable', problemOf(error, prepared.target)));
    });
    client.connect({
      host,
      port,
      username: user,
      ...login,
      readyTimeout: READY_MS,
      keepaliveInterval: 30_000,
      // Ask for the pinned key types: a server with several keys might otherwise present another one.
      ...(known.length > 0 && { algorithms: { serverHostKey: known.flatMap(hostKeyAlgorithms) } }),
      hostVerifier: (key: Buffer) => {
        seen = `${keyType(key)} ${key.toString('base64')}`;
        return known.length === 0 || known.includes(seen);
      },
    });
  });
  if (known.length === 0 && seen) await pinHostKeys(knownHostsFile(desktop), hostMarker(prepared.target), [seen]);
  return client;
}

function problemOf(error: Error & { level?: string }, { host, port }: SshTarget): string {
  if (error.level === 'client-authentication') return text('failure.keyRefused');
  if (/host (denied|key)/i.test(error.message)) return text('failure.hostKey', { host });
  return text('failure.noSsh', { host, port: String(port) });
}

type HostKeyAlgorithm = 'ssh-ed25519' | 'rsa-sha2-512' | 'rsa-sha2-256' | 'ecdsa-sha2-nistp256';

function hostKeyAlgorithms(known: string): HostKeyAlgorithm[] {
  const type = known.split(' ')[0];
  return type === 'ssh-rsa' ? ['rsa-sha2-512', 'rsa-sha2-256'] : [type as HostKeyAlgorithm];
}

/** The blob's first string is the type. */
function keyType(blob: Buffer): string {
  return blob.toString('latin1', 4, 4 + blob.readUInt32BE(0));
}

async function loginWith(desktop: Desktop, { keys }: PreparedWorkspace): Promise<ConnectConfig> {
  const file = keys.find(({ kept }) => kept === 'file');
  if (file) {
    const passphrase = await desktop.secrets.read(passphraseSecret(file.id));
    const privateKey = await keyStore(desktop).readPrivate(file.id);
    return { privateKey, ...(passphrase && { passphrase }) };
  }
  const agent = agentAddress(desktop);
  if (agent) return { agent };
  throw new DesktopError('unavailable', text('failure.noKey'));
}
