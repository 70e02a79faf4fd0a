/** '0:07', '12:30', '1:02:03'. */
export function elapsedText(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60];
  const hours = Math.floor(seconds / 3600);
  const [first, ...rest] = hours > 0 ? [hours, ...parts] : parts;
  return [String(first), ...rest.map((part) => String(part).padStart(2, '0'))].join(':');
}
