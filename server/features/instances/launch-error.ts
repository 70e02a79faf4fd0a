import { isEngineError } from '../../compute/engine-error.ts';
import { ImageUnavailable } from '../../compute/image-unavailable.ts';
import { RegistryError } from '../../compute/registry/registry-error.ts';
import { SoftwareUnavailable } from '../../compute/software-unavailable.ts';
import { say } from '../../platform/say.ts';

/** A launch or start failed; the message is one sentence for the person. */
export class LaunchError extends Error {
  override name = 'LaunchError';
  /** Lines of real output that show why, unless they were already sent. */
  readonly output: string;
  constructor(message: string, output = '', options?: { cause?: unknown }) {
    super(message, options);
    this.output = output;
  }
}

/** The person asked for something else meanwhile: what a launch was doing no longer matters. */
export class Superseded extends Error {
  override name = 'Superseded';
}

/** Any failure of a step in one sentence; engine messages stay in the log. */
export function launchErrorFrom(error: unknown, word: 'workspace' | 'service' = 'workspace'): LaunchError {
  if (error instanceof LaunchError) return error;
  if (error instanceof SoftwareUnavailable) {
    const { software, host } = error;
    const sentence = say('instances.softwareUnreachable', { software, host, kind: word });
    return new LaunchError(sentence, '', { cause: error });
  }
  if (error instanceof ImageUnavailable) {
    const { software, reference } = error;
    const sentence = say('instances.imageOnly', { software, reference, kind: word });
    return new LaunchError(sentence, '', { cause: error });
  }
  if (error instanceof RegistryError) {
    return new LaunchError(say('instances.tryAgainLater', { sentence: registrySentence(error) }), '', { cause: error });
  }
  if (isEngineError(error, 'out-of-disk')) return new LaunchError(say('hosts.diskFull'), '', { cause: error });
  if (isEngineError(error, 'out-of-memory')) {
    return new LaunchError(say('instances.notEnoughMemory'), '', { cause: error });
  }
  if (isEngineError(error, 'unreachable', 'timeout')) {
    return new LaunchError(say('instances.machineSilent', { kind: word }), '', { cause: error });
  }
  return new LaunchError(say('instances.setupFailed', { kind: word }), '', { cause: error });
}

/** What is wrong between two engines. */
export function registrySentence({ kind }: RegistryError): string {
  return kind === 'unreachable' ? say('instances.registrySilent') : say('instances.registryCopyFailed');
}
