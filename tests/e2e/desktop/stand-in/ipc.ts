import { strict } from './strict.ts';

type Listener = (event: Electron.IpcMainInvokeEvent, ...args: unknown[]) => unknown;
const handlers = new Map<string, Listener>();

const standIn = {
  handle(channel: string, listener: Listener): void {
    if (handlers.has(channel)) throw new Error(`Attempted to register a second handler for '${channel}'`);
    handlers.set(channel, listener);
  },
};
export const ipcMain = strict('ipcMain', standIn satisfies Pick<Electron.IpcMain, 'handle'>);

/** What `ipcRenderer.invoke` does on the other side. */
export async function invoke(event: object, channel: string, args: unknown[]): Promise<unknown> {
  const handler = handlers.get(channel);
  if (!handler) throw new Error(`No handler registered for '${channel}'`);
  return structuredClone(await handler(event as Electron.IpcMainInvokeEvent, ...args));
}
