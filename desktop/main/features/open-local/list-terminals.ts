import type { Handler } from '../../context.ts';
import { findTerminals } from './terminals.ts';

export const listTerminals: Handler<'open.terminals'> = async (desktop) => ({
  terminals: findTerminals(desktop).map(({ id, name }) => ({ id, name })),
});
