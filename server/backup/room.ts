import { statfs } from 'node:fs/promises';
import { BackupError } from './backup-error.ts';
import { shownSize } from './progress.ts';

export async function freeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

/** @throws BackupError */
export function refuseTooSmall(where: string, needed: number, free: number): void {
  if (needed > free)
    throw new BackupError(
      `There isn’t enough room in ${where}: it takes about ${shownSize(needed)}, and ${shownSize(free)} is free.`,
    );
}
