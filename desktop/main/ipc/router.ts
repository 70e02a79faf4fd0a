import { type CallInput, type CallName, type CallOutput, desktopCalls } from '#shared/desktop/calls.ts';
import { type CallAnswer, MAX_PAYLOAD_LENGTH } from '#shared/desktop/channel.ts';
import { DesktopError } from '../errors.ts';
import type { Log } from '../log.ts';
import { isTrustedSender, type Sender } from './sender.ts';

export type Handlers = { [Name in CallName]: (input: CallInput<Name>) => Promise<CallOutput<Name>> };

interface RouterOptions {
  handlers: Handlers;
  log: Log;
}

/**
 * Answers one call of a page: checks the sender, the size and the input, and only then runs the handler. Never throws:
 * a known failure leaves with its code and words, any other as `unexpected` without its message.
 */
export async function answerCall(
  { handlers, log }: RouterOptions,
  sender: Sender,
  name: unknown,
  input: unknown,
): Promise<CallAnswer> {
  try {
    if (!isTrustedSender(sender)) throw new DesktopError('forbidden', 'This page may not use the app.');
    if (!isCallName(name)) throw new DesktopError('invalid', 'The app does not know this call.');
    if (typeof input !== 'string' || input.length > MAX_PAYLOAD_LENGTH) {
      throw new DesktopError('invalid', 'This is too much for one call.');
    }
    return { ok: true, value: await run(handlers, name, input) };
  } catch (error) {
    if (error instanceof DesktopError) return { ok: false, code: error.code, message: error.message };
    log.error('A call failed', error);
    return { ok: false, code: 'unexpected', message: 'Something went wrong in the app.' };
  }
}

async function run<Name extends CallName>(handlers: Handlers, name: Name, input: string): Promise<unknown> {
  const call = desktopCalls[name];
  const parsed = call.input.safeParse(parseJson(input));
  if (!parsed.success) throw new DesktopError('invalid', 'This call does not fit what the app expects.');
  const answer = await handlers[name](parsed.data as CallInput<Name>);
  return call.output.parse(answer);
}

function isCallName(name: unknown): name is CallName {
  return typeof name === 'string' && Object.hasOwn(desktopCalls, name);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
