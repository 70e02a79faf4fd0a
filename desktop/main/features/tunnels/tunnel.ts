import { createServer, type Server, type Socket } from 'node:net';
import type { Client } from 'ssh2';
import type { Tunnel } from '#shared/desktop/calls/tunnels.ts';
import { messageOf } from '../../errors.ts';

const LOOPBACK = '127.0.0.1';

interface TunnelOptions {
  workspaceId: string;
  workspaceName: string;
  remotePort: number;
  localPort: number | undefined;
  connect: () => Promise<Client>;
  onChange: () => void;
}

export interface LiveTunnel {
  readonly state: Tunnel;
  close(): void;
}

/**
 * A local port that leads to a port of the workspace. The SSH connection is opened at once, and again on the next use
 * after it was lost (sleep, a stopped workspace).
 */
export async function openTunnel(options: TunnelOptions): Promise<LiveTunnel> {
  const { workspaceId, workspaceName, remotePort, onChange } = options;
  const sockets = new Set<Socket>();
  let client: Promise<Client> | null = null;
  const connected = () => {
    client ??= options.connect().then((made) => {
      made.once('close', () => {
        client = null;
      });
      // A lost connection emits an error, then close.
      made.on('error', () => undefined);
      return made;
    });
    return client;
  };
  const state: Tunnel = {
    id: crypto.randomUUID(),
    workspaceId,
    workspaceName,
    localPort: 0,
    remotePort,
    connections: 0,
    status: 'open',
    error: null,
  };
  const update = (change: Partial<Tunnel>) => {
    Object.assign(state, change);
    onChange();
  };
  const forward = async (socket: Socket) => {
    try {
      const ssh = await connected();
      ssh.forwardOut(LOOPBACK, socket.remotePort ?? 0, LOOPBACK, remotePort, (error, channel) => {
        if (error) return socket.destroy(error);
        socket.pipe(channel).pipe(socket);
        channel.on('error', () => socket.destroy());
        socket.once('close', () => channel.close());
      });
      update({ status: 'open', error: null });
    } catch (error) {
      client = null;
      socket.destroy();
      update({ status: 'failed', error: messageOf(error) });
    }
  };
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    update({ connections: sockets.size });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      sockets.delete(socket);
      update({ connections: sockets.size });
    });
    void forward(socket);
  });
  await connected();
  state.localPort = await listen(server, options.localPort, remotePort);
  return {
    state,
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
      void client?.then((ssh) => ssh.end());
    },
  };
}

/** The requested port; without one, the remote port if it is free here, otherwise any. */
async function listen(server: Server, wished: number | undefined, remotePort: number): Promise<number> {
  if (wished !== undefined) return listenOn(server, wished);
  // Ports below 1024 are privileged on most computers.
  const first = remotePort >= 1024 ? remotePort : 0;
  return listenOn(server, first).catch(() => listenOn(server, 0));
}

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK, () => {
      server.off('error', reject);
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
