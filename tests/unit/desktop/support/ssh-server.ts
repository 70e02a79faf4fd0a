import { connect } from 'node:net';
import ssh2, { type PublicKeyAuthContext } from 'ssh2';
import {
  makePrivateKey,
  publicParts,
  writePrivateKey,
} from '../../../../desktop/main/features/ssh-keys/private-key.ts';

export interface TestSshServer {
  port: number;
  /** `ssh-ed25519 AAAA…` */
  hostKey: string;
  /** Commands that were run, in order. */
  commands: string[];
  close(): Promise<void>;
}

/**
 * An SSH server for one public key: a command's output is its own text, `exit 7` ends with that code, and loopback ports
 * can be reached through it.
 */
export async function startSshServer(
  authorized: () => string[],
  port = 0,
  /** Decides about certificates; without it, none is accepted. */
  isCertified: (attempt: PublicKeyAuthContext) => boolean = () => false,
): Promise<TestSshServer> {
  const host = await makePrivateKey('ed25519', '');
  const commands: string[] = [];
  const clients = new Set<ssh2.Connection>();
  const server = new ssh2.Server({ hostKeys: [writePrivateKey(host, undefined)] }, (client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    client.on('error', () => undefined);
    client.on('authentication', (context) => {
      if (context.method !== 'publickey') return context.reject(['publickey']);
      if (isCertified(context)) return context.accept();
      const offered = `${context.key.algo} ${context.key.data.toString('base64')}`;
      if (!authorized().some((line) => line.startsWith(offered))) return context.reject(['publickey']);
      const key = ssh2.utils.parseKey(offered);
      if (key instanceof Error) return context.reject();
      const proven = !context.signature || key.verify(context.blob!, context.signature, context.hashAlgo);
      if (proven === true) context.accept();
      else context.reject();
    });
    client.on('session', (accept) => {
      const session = accept();
      session.on('pty', (acceptPty) => acceptPty?.());
      session.on('exec', (acceptExec, _, { command }) => {
        commands.push(command);
        const channel = acceptExec();
        channel.write(`ran: ${command}\n`);
        channel.exit(Number(/^exit (\d+)$/.exec(command)?.[1] ?? 0));
        channel.end();
      });
      session.on('shell', (acceptShell) => {
        commands.push('(shell)');
        const channel = acceptShell();
        channel.write('welcome\n');
        channel.exit(0);
        channel.end();
      });
    });
    client.on('tcpip', (accept, reject, { destPort }) => {
      const upstream = connect(destPort, '127.0.0.1');
      upstream.once('connect', () => {
        const channel = accept();
        channel.pipe(upstream).pipe(channel);
      });
      upstream.once('error', () => reject());
    });
  });
  const listening = await new Promise<number>((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
  });
  return {
    port: listening,
    hostKey: publicParts(host, '').publicKey,
    commands,
    close: () =>
      new Promise((resolve) => {
        for (const client of clients) client.end();
        server.close(() => resolve());
      }),
  };
}
