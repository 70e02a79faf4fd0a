import type { input, output } from 'zod';
import type { CallName, DesktopCalls } from '#shared/desktop/calls.ts';
import type { CallAnswer, DesktopErrorCode } from '#shared/desktop/channel.ts';
import type { EventName, EventPayload } from '#shared/desktop/events.ts';

/** A call that the desktop app refused or couldn't do; the message is for the person. */
export class DesktopCallError extends Error {
  readonly code: DesktopErrorCode;

  constructor({ code, message }: Extract<CallAnswer, { ok: false }>) {
    super(message);
    this.code = code;
  }
}

/** What only the desktop app can do: keys, terminals, tunnels, accounts (shared/desktop/calls.ts). */
export interface DesktopApi {
  /** @throws DesktopCallError */
  call<Name extends CallName>(
    name: Name,
    ...input: null extends input<DesktopCalls[Name]['input']> ? [] : [input: input<DesktopCalls[Name]['input']>]
  ): Promise<output<DesktopCalls[Name]['output']>>;
  /** Returns how to stop listening. */
  on<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): () => void;
}
