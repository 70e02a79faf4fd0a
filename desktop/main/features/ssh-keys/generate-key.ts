import type { Handler } from '../../context.ts';
import { keepKey } from './keep-key.ts';
import { makePrivateKey } from './private-key.ts';

export const generateKey: Handler<'ssh-keys.generate'> = async (desktop, { type, ...keep }) =>
  keepKey(desktop, await makePrivateKey(type, keep.name), keep);
