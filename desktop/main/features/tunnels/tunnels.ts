import type { Tunnel } from '#shared/desktop/calls/tunnels.ts';
import type { Desktop, Handler } from '../../context.ts';
import { DesktopError, messageOf } from '../../errors.ts';
import { text } from '../../text.ts';
import { prepareWorkspace } from '../ssh-config/index.ts';
import { connect } from './connect.ts';
import { type LiveTunnel, openTunnel } from './tunnel.ts';

/** The tunnels of this run of the app; they end with it and with the session. */
export interface Tunnels {
  list: Handler<'tunnels.list'>;
  open: Handler<'tunnels.open'>;
  close: Handler<'tunnels.close'>;
  closeAll(): void;
}

export function createTunnels(): Tunnels {
  const live = new Map<string, LiveTunnel>();
  const states = (): Tunnel[] => [...live.values()].map(({ state }) => ({ ...state }));
  return {
    list: async () => ({ tunnels: states() }),
    async open(desktop, { workspaceId, remotePort, localPort }) {
      const prepared = await prepareWorkspace(desktop, workspaceId);
      const tunnel = await openTunnel({
        workspaceId,
        workspaceName: prepared.target.name,
        remotePort,
        localPort,
        connect: () => connect(desktop, prepared),
        onChange: () => announce(desktop),
      }).catch((error) => {
        if (error instanceof DesktopError) throw error;
        desktop.log.warn('A tunnel could not be opened', { cause: messageOf(error) });
        throw new DesktopError('unavailable', problemOf(error, localPort ?? remotePort));
      });
      live.set(tunnel.state.id, tunnel);
      announce(desktop);
      return tunnel.state;
    },
    async close(desktop, { id }) {
      live.get(id)?.close();
      live.delete(id);
      announce(desktop);
      return { tunnels: states() };
    },
    closeAll() {
      for (const tunnel of live.values()) tunnel.close();
      live.clear();
    },
  };

  function announce(desktop: Desktop): void {
    desktop.emit('tunnels.changed', { tunnels: states() });
  }
}

function problemOf(error: NodeJS.ErrnoException, local: number): string {
  const port = String(local);
  return error.code === 'EADDRINUSE' ? text('failure.portTaken', { port }) : text('failure.portRefused', { port });
}
