import { onlineManager } from '@tanstack/react-query';
import { platform } from './platform/current-platform.ts';
import { pauseSocket, resumeSocket } from './socket.ts';

/** While the computer sleeps nothing is asked; on wake everything is asked anew and the live connection comes back. */
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
