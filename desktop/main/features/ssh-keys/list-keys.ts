import type { Handler } from '../../context.ts';
import { keyStore } from './folder.ts';

export const listKeys: Handler<'ssh-keys.list'> = async (desktop) => ({ keys: await keyStore(desktop).list() });
