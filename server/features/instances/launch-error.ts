import { isEngineError } from '../../compute/engine-error.ts';
import { ImageUnavailable } from '../../compute/image-unavailable.ts';
import { RegistryError } from '../../compute/registry/registry-error.ts';
import { SoftwareUnavailable } from '../../compute/software-unavailable.ts';

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
    const sentence = `${software} can’t be installed here: ${host} can’t be reached from the machine that runs the ${word}.`;
    return new LaunchError(sentence, '', { cause: error });
  }
  if (error instanceof ImageUnavailable) {
    const { software, reference } = error;
    const sentence = `${software} is published as an image only (${reference}), and no registry of images can be reached from the machine that runs the ${word}.`;
    return new LaunchError(sentence, '', { cause: error });
  }
  if (error instanceof RegistryError) {
    return new LaunchError(`${registrySentence(error)} Please try again in a few minutes.`, '', { cause: error });
  }
  if (isEngineError(error, 'out-of-disk')) return new LaunchError('The machine’s disk is full.', '', { cause: error });
  if (isEngineError(error, 'out-of-memory')) {
    return new LaunchError('Not enough memory on this machine.', '', { cause: error });
  }
  if (isEngineError(error, 'unreachable', 'timeout')) {
    return new LaunchError(`The machine that runs the ${word} does not answer.`, '', { cause: error });
  }
  return new LaunchError(`Something went wrong while the ${word} was being set up.`, '', { cause: error });
}

/** What is wrong between two engines. */
export function registrySentence({ kind }: RegistryError): string {
  return kind === 'unreachable'
    ? 'The registry that images are copied through does not answer.'
    : 'The image could not be copied through the registry.';
}
