/**
 * The file of `icons/` for this system's tray. macOS draws a template image (its name ends so) in the bar's own colour;
 * the others show it as it is, so it has its own background there.
 */
export function trayIcon(platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'trayTemplate.png';
  return platform === 'win32' ? 'tray.ico' : 'tray.png';
}
