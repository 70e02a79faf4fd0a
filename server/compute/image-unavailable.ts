import { EngineError } from './engine-error.ts';

/** An image that exists only in a registry, and none answers. */
export class ImageUnavailable extends EngineError {
  /** As people know it: `MongoDB`. */
  readonly software: string;
  readonly reference: string;

  constructor(software: string, reference: string) {
    super('other', `${reference} can't be pulled, and there is no build of ${software}`);
    this.software = software;
    this.reference = reference;
  }
}
