import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Handler } from '../../context.ts';
import { agentKeys } from './agent-keys.ts';

const HEADER_BYTES = 64;

/**
 * Private keys that could be imported: those in `~/.ssh`, recognized by their first line, and those of the ssh-agent.
 */
export const listCandidates: Handler<'ssh-keys.candidates'> = async (desktop) => {
  const folder = path.join(desktop.home, '.ssh');
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const isKey = await Promise.all(files.map((file) => startsLikeKey(path.join(folder, file))));
  const agent = await agentKeys(desktop);
  return {
    home: files.filter((_, at) => isKey[at]).map((file) => ({ file })),
    agent: agent.map(({ fingerprint, type, comment }) => ({ fingerprint, type, comment })),
  };
};

async function startsLikeKey(file: string): Promise<boolean> {
  const handle = await open(file).catch(() => null);
  if (!handle) return false;
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    return /^(-----BEGIN [A-Z ]*PRIVATE KEY-----|PuTTY-User-Key-File-)/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await handle.close();
  }
}
