import { contextBridge, ipcRenderer } from 'electron';
import {
  BRIDGE,
  type Bridge,
  CALL_CHANNEL,
  type CallAnswer,
  EVENT_CHANNEL,
  MAX_PAYLOAD_LENGTH,
} from '#shared/desktop/channel.ts';

/**
 * Everything a page gets. It names no calls: shared/desktop declares what can be asked, and the main process checks it
 * and who asks.
 */
const bridge: Bridge = {
  async call(name, input): Promise<CallAnswer> {
    const tooLong = typeof name !== 'string' || typeof input !== 'string' || input.length > MAX_PAYLOAD_LENGTH;
    if (tooLong) return { ok: false, code: 'invalid', message: 'This is too much for one call.' };
    return ipcRenderer.invoke(CALL_CHANNEL, name, input);
  },
  listen(listener) {
    const receive = (_: unknown, name: string, payload: unknown) => listener(name, payload);
    ipcRenderer.on(EVENT_CHANNEL, receive);
    return () => ipcRenderer.removeListener(EVENT_CHANNEL, receive);
  },
};

contextBridge.exposeInMainWorld(BRIDGE, bridge);
