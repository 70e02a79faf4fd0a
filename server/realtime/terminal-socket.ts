import type { Namespace, Socket } from 'socket.io';
import type { TerminalClientToServer, TerminalServerToClient } from '#shared/api/terminal.ts';
import type { SocketData } from './authenticate-socket.ts';

type Nobody = Record<string, never>;
export type TerminalSocket = Socket<TerminalClientToServer, TerminalServerToClient, Nobody, SocketData>;
export type TerminalNamespace = Namespace<TerminalClientToServer, TerminalServerToClient, Nobody, SocketData>;
