import { EngineError } from './engine-error.ts';

/**
 * A language or database can't be installed where the image is built, because a host its script needs doesn't answer.
 */
export class SoftwareUnavailable extends EngineError {
  /** As people know it: `MongoDB`. */
  readonly software: string;
  readonly host: string;

  constructor(software: string, host: string, options?: { cause?: unknown }) {
    super('other', `${software} can't be installed: ${host} does not answer`, options);
    this.software = software;
    this.host = host;
  }
}
