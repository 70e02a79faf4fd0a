import { onlineManager } from '@tanstack/react-query';
import { platform } from './platform/current-platform.ts';
import { pauseSocket, resumeSocket } from './socket.ts';

/** While the computer sleeps nothing is polled; on wake everything is read again and the live connection returns. */
export function followPower(): void {
  platform.desktop?.on('power', ({ state }) => {
    if (state === 'asleep') {
      pauseSocket();
      onlineManager.setOnline(false);
    } else {
      onlineManager.setOnline(navigator.onLine);
      resumeSocket();
    }
  });
}
